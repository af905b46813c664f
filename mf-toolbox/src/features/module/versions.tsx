import type { Module, ModuleVersion } from '@solvent/contracts';
import { Day, formatFileSize } from '@solvent/kit';
import { Badge, Box, Code, Flex, Stack, Text } from '@solvent/ui';
import { canDownload } from './purchase/buy-card.tsx';
import { DownloadButton } from '../../module/download-button.tsx';
import { ModuleSection } from './module-section.tsx';

const Checksum = ({ sha256 }: { sha256: string }) => (
  <Text textStyle="meta" color="fg.muted">
    SHA-256{' '}
    <Code size="xs" variant="plain" color="fg.muted" overflowWrap="anywhere" whiteSpace="normal" display="inline" px="0">
      {sha256}
    </Code>
  </Text>
);

interface VersionsProps {
  module: Module;
  isAuthor: boolean;
}

function VersionRow({ module, version, isAuthor }: VersionsProps & { version: ModuleVersion }) {
  const isLatest = version.version === module.version;
  return (
    <Box as="li" py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }} _last={{ pb: '0' }}>
      {/* Reserves the height of the button, which appears late for buyers. */}
      <Flex justify="space-between" align="center" gap="3" minH="9" css={{ '@media (pointer: coarse)': { minH: '11' } }}>
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums" minW="0">
          <Text fontWeight="600">{version.version}</Text>
          {isLatest ? (
            <Badge colorPalette="brand" variant="subtle">
              Latest
            </Badge>
          ) : null}
          <Text color="fg.muted">
            <Day time={version.releasedAt} /> · {formatFileSize(version.sizeBytes)}
          </Text>
        </Flex>
        {canDownload(module, isAuthor) && !isLatest ? (
          <DownloadButton
            module={module}
            version={version}
            label="Download"
            hiddenSuffix={version.version}
            size="sm"
            variant="outline"
          />
        ) : null}
      </Flex>
      {version.notes ? (
        <Text mt="2" color="fg.muted" maxW="68ch" whiteSpace="pre-line" overflowWrap="anywhere">
          {version.notes}
        </Text>
      ) : null}
      <Box mt="2">
        <Checksum sha256={version.sha256} />
      </Box>
    </Box>
  );
}

export function Versions(props: VersionsProps) {
  const { versions } = props.module;
  if (versions.length === 0) return null;
  return (
    <ModuleSection title="Version History">
      <Stack as="ol" gap="0" listStyleType="none">
        {versions.map((version) => (
          <VersionRow key={version.version} {...props} version={version} />
        ))}
      </Stack>
    </ModuleSection>
  );
}
