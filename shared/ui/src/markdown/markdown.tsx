import { Box, Button } from '@chakra-ui/react';
import type { PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyComponent } from '../components/lazy-component.tsx';
import { useDelayed } from '../components/use-delayed.ts';
import { UnformattedText, PlainText } from './plain-text.tsx';
import type { MarkdownProps } from './markdown-view.tsx';
import { TextSkeleton } from './text-skeleton.tsx';

const MarkdownView = lazyComponent(() => import(/* webpackChunkName: "markdown" */ './markdown-view.tsx'));

/** Loads the parser while the text itself is being fetched. */
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

/** Renders untrusted markdown (product 5.15). Text that is too complex is shown as written (decision 0029). */
export function Markdown(props: MarkdownProps) {
  const { text, compact } = props;
  const unformatted = compact ? <PlainText>{text}</PlainText> : <UnformattedText>{text}</UnformattedText>;
  return (
    // An error affects this text only; another text resets the boundary.
    <ErrorBoundary key={text} fallback={unformatted}>
      <MarkdownView
        {...props}
        fallback={compact ? unformatted : <Loading />}
        renderLoadError={(retry) => (compact ? unformatted : <Unformatted onRetry={retry}>{unformatted}</Unformatted>)}
      />
    </ErrorBoundary>
  );
}
