import { Box } from '@chakra-ui/react';
import { AUTO_DIRECTION, Text } from '../texts.tsx';

/** Text size of messages. Separate from the other markdown styles, which load late with the parser. */
export const COMPACT_TEXT = {
  fontSize: { base: '16px', md: '14px' },
  lineHeight: { base: '24px', md: '20px' },
  overflowWrap: 'anywhere',
} as const;

export function UnformattedText({ children }: { children: string }) {
  return (
    <Text textStyle="body" maxW="68ch" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {children}
    </Text>
  );
}

export function PlainText({ children }: { children: string }) {
  return (
    <Box {...AUTO_DIRECTION} css={COMPACT_TEXT} whiteSpace="pre-wrap">
      {children}
    </Box>
  );
}
