import { Box } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { UnformattedText, PlainText } from './plain-text.tsx';
import { createMarkdownElements } from './markdown-elements.ts';
import { createPathResolver } from './text-links.ts';
import { COMPACT_STYLE, MARKDOWN_STYLE } from './markdown-style.ts';

export interface MarkdownProps {
  text: string;
  /** Level of a `#` heading: 2 below the page's h1, 3 in a section with its own heading. */
  headingsFrom?: 2 | 3 | 4;
  /** Style of a message: small, full width, with line breaks; unformatted until the parser is loaded. */
  compact?: boolean;
  /** Relative links lead there; without it they are text. */
  repositoryUrl?: string | null;
}

/** Returns undefined for text that is too complex or breaks the parser. */
function tryCreateElements(text: string, headingsFrom: number, id: string, repositoryUrl: string | null) {
  try {
    return createMarkdownElements(text, headingsFrom, id, createPathResolver(repositoryUrl));
  } catch {
    return undefined;
  }
}

export function Component({ text, headingsFrom = 2, compact = false, repositoryUrl = null }: MarkdownProps) {
  const id = useId();
  const elements = useMemo(
    () => tryCreateElements(text, headingsFrom, id, repositoryUrl),
    [text, headingsFrom, id, repositoryUrl],
  );
  if (elements !== undefined) return <Box css={compact ? COMPACT_STYLE : MARKDOWN_STYLE}>{elements}</Box>;
  return compact ? <PlainText>{text}</PlainText> : <UnformattedText>{text}</UnformattedText>;
}
