import { Box, Button } from '@chakra-ui/react';
import type { PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyComponent } from '../components/lazy-component.tsx';
import { useDelayed } from '../components/use-delayed.ts';
import { UnformattedText, PlainText } from './plain-text.tsx';
import type { MarkdownProps } from './markdown-view.tsx';
import { TextSkeleton } from './text-skeleton.tsx';

const MarkdownView = lazyComponent(() => import(/* webpackChunkName: "markdown" */ './markdown-view.tsx'));

/** Loads what reads markdown while the text itself is on its way. */
export const preloadMarkdown = (): Promise<void> => MarkdownView.preload();

function Loading() {
  const isShown = useDelayed(true);
  return (
    <Box role="status" aria-label="Loading" minH="104px">
      {isShown ? <TextSkeleton /> : null}
    </Box>
  );
}

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
 * Somebody's markdown, made harmless (product 5.15): raw HTML is shown as text; links have the schemes http, https, irc, ircs,
 * mailto and xmpp only, open in a tab of their own and pass nothing on; pictures are links. What reads it loads late. A text that is too much
 * for a page (decision 0029) is shown as it was written.
 */
export function Markdown(props: MarkdownProps) {
  const { text, compact } = props;
  const unformatted = compact ? <PlainText>{text}</PlainText> : <UnformattedText>{text}</UnformattedText>;
  return (
    // Around each text that people wrote: whatever it makes the code throw, it alone is shown otherwise. Another text may do better.
    <ErrorBoundary key={text} fallback={unformatted}>
      <MarkdownView
        {...props}
        fallback={compact ? unformatted : <Loading />}
        renderLoadError={(retry) => (compact ? unformatted : <Unformatted onRetry={retry}>{unformatted}</Unformatted>)}
      />
    </ErrorBoundary>
  );
}
