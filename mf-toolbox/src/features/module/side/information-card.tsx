import type { Module } from '@solvent/contracts';
import { Box, chakra, Code, Flex } from '@solvent/ui';
import type { ReactNode } from 'react';
import { dayOf, fileSize } from '../../../module/amounts.ts';
import { SideCard } from './side-card.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex justify="space-between" gap="4">
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <chakra.dd ms="0" textAlign="end" minW="0" overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </Flex>
);

/** Downloads, released, version, license (spec 2), and what the archive is: its size and its SHA-256. */
export function InformationCard({ module }: { module: Module }) {
  return (
    <SideCard title="Module Information">
      <Flex as="dl" direction="column" gap="2.5" fontVariantNumeric="tabular-nums">
        <Fact name="Downloads">{module.downloads.toLocaleString('en-US')}</Fact>
        <Fact name="Released">
          <chakra.time dateTime={module.releasedAt}>{dayOf(module.releasedAt)}</chakra.time>
        </Fact>
        <Fact name="Version">{module.version}</Fact>
        <Fact name="License">{module.license}</Fact>
        <Fact name="Size">{fileSize(module.sizeBytes)}</Fact>
        <Box>
          <chakra.dt color="fg.muted">SHA-256</chakra.dt>
          <chakra.dd ms="0" mt="1">
            <Code size="xs" colorPalette="gray" whiteSpace="normal" overflowWrap="anywhere" wordBreak="break-all" px="2" py="1">
              {module.sha256}
            </Code>
          </chakra.dd>
        </Box>
      </Flex>
    </SideCard>
  );
}
