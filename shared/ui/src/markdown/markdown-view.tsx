import { Box } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { UnformattedText, PlainText } from './plain-text.tsx';
import { createMarkdownElements } from './markdown-elements.ts';
import { COMPACT_STYLE, MARKDOWN_STYLE } from './markdown-style.ts';

export interface MarkdownProps {
  text: string;
  /** The level at which a written `#` stands: 2 where the page's h1 is above it, 3 in a section with a heading of its own. */
  headingsFrom?: 2 | 3 | 4;
  /** As in a conversation: small, as wide as its frame, with the breaks of lines kept; as it was written until it is read. */
  compact?: boolean;
}

/** Nothing for what is too much, or more than the parser can take: whoever wrote it, the page stands. */
function tryCreateElements(text: string, headingsFrom: number, id: string) {
  try {
    return createMarkdownElements(text, headingsFrom, id);
  } catch {
    return undefined;
  }
}

/** A text with its formatting, or as it was written where that would be more than a page can bear (decision 0029). */
export function Component({ text, headingsFrom = 2, compact = false }: MarkdownProps) {
  const id = useId();
  const elements = useMemo(() => tryCreateElements(text, headingsFrom, id), [text, headingsFrom, id]);
  if (elements !== undefined) return <Box css={compact ? COMPACT_STYLE : MARKDOWN_STYLE}>{elements}</Box>;
  return compact ? <PlainText>{text}</PlainText> : <UnformattedText>{text}</UnformattedText>;
}
