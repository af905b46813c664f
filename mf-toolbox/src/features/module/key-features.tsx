import { Box, Flex, SimpleGrid, Text } from '@solvent/ui';
import { Check } from 'lucide-react';
import { ModuleSection } from './module-section.tsx';

/** Five, the same for every module (spec 2): what the upload, its checks and the licence see to. */
const FEATURES = [
  'Complete source code in one ZIP archive',
  'Archive checked before it is published',
  'Documentation by its author',
  'Lifetime updates within the major version',
  'Reviews by people who have the module',
];

/** What every module in the Toolbox comes with. */
export const KeyFeatures = () => (
  <ModuleSection title="Key Features">
    <SimpleGrid as="ul" columns={{ base: 1, sm: 2 }} columnGap="6" rowGap="2.5" listStyleType="none">
      {FEATURES.map((feature) => (
        <Flex as="li" key={feature} gap="2.5">
          <Box color="green.fg" pt="0.5" flexShrink="0" aria-hidden>
            <Check size={16} />
          </Box>
          <Text>{feature}</Text>
        </Flex>
      ))}
    </SimpleGrid>
  </ModuleSection>
);
