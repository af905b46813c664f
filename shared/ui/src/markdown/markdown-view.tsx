import { Box, chakra } from '@chakra-ui/react';
import { createContext, use } from 'react';
import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import { bareLinks } from './bare-links.ts';
import { COMPACT_STYLE, MARKDOWN_STYLE } from './markdown-style.ts';

/** A link cannot stand in a link: a picture there is its words alone. */
const InsideLink = createContext(false);

/** An address that is not allowed comes as an empty one: then only the words are left. */
function OutwardLink({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  if (!href) return children;
  return (
    <InsideLink value={true}>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    </InsideLink>
  );
}

/** A picture would tell its host who reads it: a reader decides by a click. */
function PictureLink({ src, alt }: Pick<ComponentProps<'img'>, 'src' | 'alt'>) {
  const isInLink = use(InsideLink);
  const words = alt || src;
  return isInLink ? words : <OutwardLink href={src}>{words}</OutwardLink>;
}

const components: Components = {
  a: ({ href, children }) => <OutwardLink href={href}>{children}</OutwardLink>,
  img: ({ src, alt }) => <PictureLink src={src} alt={alt} />,
  // They scroll, so the keyboard must get there.
  pre: ({ children }) => <chakra.pre tabIndex={0}>{children}</chakra.pre>,
};

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
const MAX_LEVEL = 6;

/** Written levels as shown ones, the highest of which is `from`. */
function headings(from: number): Components {
  const shown = (level: number) => HEADINGS[Math.min(level + from, MAX_LEVEL) - 1];
  return Object.fromEntries(HEADINGS.map((name, level) => [name, shown(level)]));
}

export interface MarkdownProps {
  text: string;
  /** The level at which a written `#` stands: 2 where the page's h1 is above it, 3 in a section with a heading of its own. */
  headingsFrom?: 2 | 3 | 4;
  /** As in a conversation: small, as wide as its frame, with the breaks of lines kept; as it was written until it is read. */
  compact?: boolean;
}

const PLUGINS = [bareLinks];

/** Safe by what react-markdown does by itself: no raw HTML, and links of harmless schemes only. */
export function Component({ text, headingsFrom = 2, compact = false }: MarkdownProps) {
  return (
    <Box css={compact ? COMPACT_STYLE : MARKDOWN_STYLE}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={{ ...headings(headingsFrom), ...components }}>
        {text}
      </ReactMarkdown>
    </Box>
  );
}
