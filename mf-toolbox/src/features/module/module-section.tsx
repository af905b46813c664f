import { useQuery } from '@solvent/http';
import { Box, Flex, Heading, SimpleGrid, Text } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { relatedOptions } from '../../api/modules.ts';
import { ModuleCard } from '../../module/module-card.tsx';

interface ModuleSectionProps extends BoxProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function ModuleSection({ title, action, children, ...props }: ModuleSectionProps) {
  const id = `module-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Box as="section" aria-labelledby={id} {...props}>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="3">
        <Heading as="h2" id={id} textStyle="sectionTitle">
          {title}
        </Heading>
        {action}
      </Flex>
      {children}
    </Box>
  );
}

export const Description = ({ children }: { children: string }) => (
  <ModuleSection title="Description">
    <Text textStyle="body" color="fg.muted" maxW="68ch" whiteSpace="pre-line" overflowWrap="anywhere">
      {children}
    </Text>
  </ModuleSection>
);

/** Of modules whose author wrote none (product 2.30). */
const FEATURES = [
  'Complete source code in one ZIP archive',
  'Archive checked before it is published',
  'Documentation by its author',
  'Lifetime updates within the major version',
  'Reviews by people who have the module',
];

export const KeyFeatures = ({ features }: { features: string[] | undefined }) => (
  <ModuleSection title="Key Features">
    <SimpleGrid as="ul" columns={{ base: 1, sm: 2 }} columnGap="6" rowGap="2.5" listStyleType="none">
      {(features?.length ? features : FEATURES).map((feature) => (
        <Flex as="li" key={feature} gap="2.5">
          <Box color="green.fg" pt="0.5" flexShrink="0" aria-hidden>
            <Check size={16} />
          </Box>
          <Text dir="auto" minW="0" overflowWrap="anywhere">
            {feature}
          </Text>
        </Flex>
      ))}
    </SimpleGrid>
  </ModuleSection>
);

/** Renders nothing while empty or after a failure. */
export function RelatedModules({ moduleId }: { moduleId: string }) {
  const { data: modules = [] } = useQuery(relatedOptions(moduleId));
  if (modules.length === 0) return null;
  return (
    <ModuleSection title="Related Modules" _print={{ display: 'none' }}>
      <SimpleGrid as="ul" columns={{ base: 1, sm: 2, lg: 4 }} gap={{ base: '4', md: '6' }} listStyleType="none">
        {modules.map((module) => (
          <li key={module.id}>
            <ModuleCard module={module} isEager={false} />
          </li>
        ))}
      </SimpleGrid>
    </ModuleSection>
  );
}
