import { Box } from '@chakra-ui/react';
import { AUTO_DIRECTION, Text } from '../texts.tsx';

/**
 * A message among others: the type of the interface on wide screens, larger on phones. Not beside the other styles of markdown: those
 * come late, with what reads it.
 */
export const COMPACT_TEXT = {
  fontSize: { base: '16px', md: '14px' },
  lineHeight: { base: '24px', md: '20px' },
  overflowWrap: 'anywhere',
} as const;

/** A text as it was written, which can be read too: breaks of lines and spaces are kept. */
export function UnformattedText({ children }: { children: string }) {
  return (
    <Text textStyle="body" maxW="68ch" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {children}
    </Text>
  );
}

/** A message without a mark of markdown, one that nothing has read yet, or one that is shown as it was written. */
export function PlainText({ children }: { children: string }) {
  return (
    <Box {...AUTO_DIRECTION} css={COMPACT_TEXT} whiteSpace="pre-wrap">
      {children}
    </Box>
  );
}
