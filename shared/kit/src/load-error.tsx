import { isUnknownRoute, getReference } from '@solvent/http';
import { Box, Button, EmptyState, Flex, Reference } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const RetryButton = (props: ButtonProps) => (
  <Button variant="outline" colorPalette="gray" {...props}>
    Try again
  </Button>
);

export interface LoadErrorProps {
  /** What could not be loaded: "Your bids could not be loaded". */
  title: ReactNode;
  onRetry: () => void;
  /** `page` where it is the whole page; `part` in place of a list or section; `inline` a line and a button. */
  size?: 'page' | 'part' | 'inline';
  /** In place of {@link getRetryAdvice}; null for none. Not shown inline. */
  text?: ReactNode;
  /** What the call failed with: where it was the server's fault there is something to quote (product 8.23). */
  error?: unknown;
  /** Level of a part's title. */
  as?: 'h2' | 'p';
}

/** What helps against a failure: with ours a connection has nothing to do. */
export function getRetryAdvice(error: unknown): string {
  if (isUnknownRoute(error)) return `${error.message} Reload the page: it may not fit this server.`;
  return getReference(error)
    ? 'Something failed on our side. Please try again in a moment.'
    : 'Check your connection and try again.';
}

/** In place of what could not be loaded: says so, and tries again at a click. */
export function LoadError({ title, onRetry, size = 'part', error, text = getRetryAdvice(error), as = 'p' }: LoadErrorProps) {
  const reference = <Reference of={getReference(error)} />;
  if (size === 'inline') {
    return (
      <Flex role="alert" align="center" gap="3" wrap="wrap" color="fg.error">
        <Box>
          {title}
          {reference}
        </Box>
        <RetryButton size="sm" onClick={onRetry} />
      </Flex>
    );
  }
  return (
    <EmptyState
      icon={CloudAlert}
      tone="error"
      as={size === 'page' ? 'h1' : as}
      title={title}
      text={text}
      detail={reference}
      action={<RetryButton onClick={onRetry} />}
    />
  );
}

/**
 * For `renderLoadError` of a part whose code is loaded late: a line in its place, in the one sentence for this (product 8.21).
 *
 * @param what is called so: "The rating"
 */
export const renderInlineLoadError = (what: string) => (retry: () => void) => (
  <LoadError size="inline" title={`${what} could not be loaded.`} onRetry={retry} />
);
