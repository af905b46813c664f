import type { Module } from '@solvent/contracts';
import { Box, Flex, Panel, Text } from '@solvent/ui';
import { CircleCheck } from 'lucide-react';
import { DownloadButton } from './download-button.tsx';

/** Says that it was bought, with the way to its file (spec 4). */
export function PurchaseAlert({ module }: { module: Module }) {
  return (
    <Panel role="alert" bg="green.subtle" borderColor="green.muted">
      <Flex align="center" justify="space-between" columnGap="6" rowGap="3" wrap="wrap">
        <Flex gap="3" minW="0">
          <Box color="green.fg" pt="0.5" aria-hidden>
            <CircleCheck size={20} />
          </Box>
          <Box>
            <Text fontWeight="600">Purchase Successful!</Text>
            <Text>Thank you for your purchase. You can now download the module.</Text>
          </Box>
        </Flex>
        <DownloadButton module={module} version={module} label="Download ZIP" colorPalette="green" />
      </Flex>
    </Panel>
  );
}
