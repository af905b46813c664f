import { Code, Text } from '@solvent/ui';

/** The SHA-256 of an archive, to compare with one's own. */
export const Checksum = ({ sha256 }: { sha256: string }) => (
  <Text textStyle="meta" color="fg.muted">
    SHA-256{' '}
    <Code size="xs" variant="plain" color="fg.muted" overflowWrap="anywhere" whiteSpace="normal" display="inline" px="0">
      {sha256}
    </Code>
  </Text>
);
