import { Box, Text } from '@solvent/ui';

/** What failed in this page, in full and in its order: too long for a cell of the table. */
export function PartFailures({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Box
      role="region"
      aria-label="What failed in this page"
      tabIndex={0}
      maxH="200px"
      overflowY="auto"
      p="3"
      rounded="l2"
      borderWidth="1px"
      bg="bg.muted"
    >
      {texts.map((text, index) => (
        <Text key={`${index} ${text}`} textStyle="sm" fontFamily="mono" overflowWrap="anywhere" mt={index === 0 ? '0' : '2'}>
          {text}
        </Text>
      ))}
    </Box>
  );
}
