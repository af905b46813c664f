import { Box, Button, Text } from '@chakra-ui/react';
import { preloadComponent, useDeferredComponent } from '../components/use-deferred-component.ts';
import { useDelayed } from '../components/use-delayed.ts';
import { COMPACT_TEXT } from './markdown-style.ts';
import type { MarkdownProps } from './markdown-view.tsx';
import { TextSkeleton } from './text-skeleton.tsx';

const loadView = () => import(/* webpackChunkName: "markdown" */ './markdown-view.tsx');

/** Fetches what reads markdown while the text itself is on its way. A failure shows where the text does. */
export const preloadMarkdown = (): Promise<void> => preloadComponent(loadView);

/** The text as it was written, which can be read too. */
function Unformatted({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Box>
      <Text textStyle="body" maxW="68ch" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" mt="4" onClick={onRetry}>
        Show with formatting
      </Button>
    </Box>
  );
}

/** A message without a mark of markdown, or one that nothing has read yet. */
export function PlainText({ children }: { children: string }) {
  return (
    <Box css={COMPACT_TEXT} whiteSpace="pre-wrap">
      {children}
    </Box>
  );
}

/**
 * Somebody's markdown, made harmless (spec 6): raw HTML is shown as text; links have the schemes http, https, irc, ircs,
 * mailto and xmpp only, open in a tab of their own and pass nothing on; pictures are links. What reads it loads late.
 */
export function Markdown(props: MarkdownProps) {
  const { Component, failed, retry } = useDeferredComponent(loadView, true);
  const isLate = useDelayed(!Component && !failed);
  if (Component) return <Component {...props} />;
  if (props.compact) return <PlainText>{props.text}</PlainText>;
  if (failed) return <Unformatted text={props.text} onRetry={retry} />;
  return (
    <Box role="status" aria-label="Loading" minH="104px">
      {isLate ? <TextSkeleton /> : null}
    </Box>
  );
}
