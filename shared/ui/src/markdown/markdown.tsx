import { Box, Button } from '@chakra-ui/react';
import type { PropsWithChildren } from 'react';
import { preloadComponent, useDeferredComponent } from '../components/use-deferred-component.ts';
import { useDelayed } from '../components/use-delayed.ts';
import { AsWritten, PlainText } from './as-written.tsx';
import type { MarkdownProps } from './markdown-view.tsx';
import { TextBoundary } from './text-boundary.tsx';
import { TextSkeleton } from './text-skeleton.tsx';

const loadView = () => import(/* webpackChunkName: "markdown" */ './markdown-view.tsx');

/** Fetches what reads markdown while the text itself is on its way. A failure shows where the text does. */
export const preloadMarkdown = (): Promise<void> => preloadComponent(loadView);

function Unformatted({ children, onRetry }: PropsWithChildren<{ onRetry: () => void }>) {
  return (
    <Box>
      {children}
      <Button variant="outline" colorPalette="gray" size="sm" mt="4" onClick={onRetry}>
        Show with formatting
      </Button>
    </Box>
  );
}

/**
 * Somebody's markdown, made harmless (spec 6): raw HTML is shown as text; links have the schemes http, https, irc, ircs,
 * mailto and xmpp only, open in a tab of their own and pass nothing on; pictures are links. What reads it loads late. A text that is too much
 * for a page (decision 0029) is shown as it was written.
 */
export function Markdown(props: MarkdownProps) {
  const { Component, failed, retry } = useDeferredComponent(loadView, true);
  const isLate = useDelayed(!Component && !failed);
  const { text, compact } = props;
  const asWritten = compact ? <PlainText>{text}</PlainText> : <AsWritten>{text}</AsWritten>;
  if (Component) {
    return (
      // Another text may do better.
      <TextBoundary key={text} fallback={asWritten}>
        <Component {...props} />
      </TextBoundary>
    );
  }
  if (compact) return asWritten;
  if (failed) return <Unformatted onRetry={retry}>{asWritten}</Unformatted>;
  return (
    <Box role="status" aria-label="Loading" minH="104px">
      {isLate ? <TextSkeleton /> : null}
    </Box>
  );
}
