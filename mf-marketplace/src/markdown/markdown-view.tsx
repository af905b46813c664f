import { Box, chakra } from '@solvent/ui';
import { createContext, use } from 'react';
import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import { MARKDOWN_STYLE } from './markdown-style.ts';

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

/** A picture would tell its host who reads the problem: a reader decides by a click. */
function PictureLink({ src, alt }: Pick<ComponentProps<'img'>, 'src' | 'alt'>) {
  const isInLink = use(InsideLink);
  const words = alt || src;
  return isInLink ? words : <OutwardLink href={src}>{words}</OutwardLink>;
}

/** Headings go one level down: the page has its h1. Blocks of code scroll, so the keyboard must get there. */
const components: Components = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) => <OutwardLink href={href}>{children}</OutwardLink>,
  img: ({ src, alt }) => <PictureLink src={src} alt={alt} />,
  pre: ({ children }) => <chakra.pre tabIndex={0}>{children}</chakra.pre>,
};

/**
 * Somebody's markdown (spec 6): raw HTML is shown as text, and links have the schemes http, https, irc, ircs, mailto
 * and xmpp only: both are what react-markdown does by itself.
 */
export function Component({ text }: { text: string }) {
  return (
    <Box css={MARKDOWN_STYLE}>
      <ReactMarkdown components={components}>{text}</ReactMarkdown>
    </Box>
  );
}
