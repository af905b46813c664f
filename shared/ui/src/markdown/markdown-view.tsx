import { Box } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { UnformattedText, PlainText } from './plain-text.tsx';
import { createMarkdownElements } from './markdown-elements.ts';
import { COMPACT_STYLE, MARKDOWN_STYLE } from './markdown-style.ts';

export interface MarkdownProps {
  text: string;
  /** Level of a `#` heading: 2 below the page's h1, 3 in a section with its own heading. */
  headingsFrom?: 2 | 3 | 4;
  /** Style of a message: small, full width, with line breaks; unformatted until the parser is loaded. */
  compact?: boolean;
}

/** Returns undefined for text that is too complex or breaks the parser. */
function tryCreateElements(text: string, headingsFrom: number, id: string) {
  try {
    return createMarkdownElements(text, headingsFrom, id);
  } catch {
    return undefined;
  }
}

export function Component({ text, headingsFrom = 2, compact = false }: MarkdownProps) {
  const id = useId();
  const elements = useMemo(() => tryCreateElements(text, headingsFrom, id), [text, headingsFrom, id]);
  if (elements !== undefined) return <Box css={compact ? COMPACT_STYLE : MARKDOWN_STYLE}>{elements}</Box>;
  return compact ? <PlainText>{text}</PlainText> : <UnformattedText>{text}</UnformattedText>;
}
