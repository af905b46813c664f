import type { DialogSlotProps } from '@solvent/federation';
import { Badge, Box, Center, Flex, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { Blocks, Package, Plug, Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

interface Feature {
  icon: LucideIcon;
  title: string;
  text: string;
}

const FEATURES: Feature[] = [
  {
    icon: Package,
    title: 'Pre-built',
    text: 'Authentication, payments, maps, charts and more, written and documented by developers.',
  },
  { icon: Plug, title: 'Plug-and-play', text: 'Install a module, follow its example, and get back to your own work.' },
  { icon: Sparkles, title: 'Free and paid', text: 'Many modules are free; the others have a one-time price.' },
];

function FeatureRow({ icon: Icon, title, text }: Feature) {
  return (
    <Flex as="li" gap="3">
      <Center boxSize="9" flexShrink="0" rounded="l2" bg="bg.muted" color="fg.muted" aria-hidden>
        <Icon size={18} />
      </Center>
      <Box>
        <Text fontWeight="600">{title}</Text>
        <Text color="fg.muted">{text}</Text>
      </Box>
    </Flex>
  );
}

/** The "Developer Toolbox" slot: text only, no actions (product 1.5). */
export function Component({ open, onClose }: Pick<DialogSlotProps, 'open' | 'onClose'>) {
  return (
    <Modal open={open} onClose={onClose} title="Developer Toolbox">
      <Stack gap="5" pb="4">
        <Flex align="center" gap="4" bg="brand.subtle" rounded="l3" p="4">
          <Center boxSize="12" flexShrink="0" rounded="l3" bg="brand.solid" color="brand.contrast" aria-hidden>
            <Blocks size={24} />
          </Center>
          <Box>
            <Badge colorPalette="brand" variant="solid">
              Coming Soon
            </Badge>
            <Text mt="1.5">A library of pre-built plug-and-play code modules.</Text>
          </Box>
        </Flex>
        <Stack as="ul" gap="4" listStyleType="none">
          {FEATURES.map((point) => (
            <FeatureRow key={point.title} {...point} />
          ))}
        </Stack>
        <Text color="fg.muted">The Toolbox opens soon.</Text>
      </Stack>
    </Modal>
  );
}
