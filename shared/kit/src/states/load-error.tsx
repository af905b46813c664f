import { isNetworkError, isUnknownRoute, getReference, useConnection } from '@solvent/http';
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
  /** "Your bids could not be loaded". */
  title: ReactNode;
  onRetry: () => void;
  /** `page` replaces a whole page, `part` a list or section; `inline` is a line with a button. */
  size?: 'page' | 'part' | 'inline';
  /** By default {@link useRetryAdvice}; null for none. Not shown inline. */
  text?: ReactNode;
  /** A server error has a reference to quote (product 8.23). */
  error?: unknown;
  as?: 'h2' | 'p';
}

/** Returns what the user can do. Mentions the connection only if the server did not fail. */
export function useRetryAdvice(error: unknown): string {
  const isConnected = useConnection() === 'on';
  if (isUnknownRoute(error)) return `${error.message} Reload the page: it may not fit this server.`;
  if (getReference(error)) return 'Something failed on our side. Please try again in a moment.';
  return isNetworkError(error) && !isConnected
    ? 'Not available without a connection. It will load when the connection is back.'
    : 'Check your connection and try again.';
}

export function LoadError({ title, onRetry, size = 'part', error, text, as = 'p' }: LoadErrorProps) {
  const advice = useRetryAdvice(error);
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
      text={text === undefined ? advice : text}
      detail={reference}
      action={<RetryButton onClick={onRetry} />}
    />
  );
}

/** Returns a `renderLoadError` for {@link lazyComponent} (product 8.21). @param subject of the message: "The rating" */
export const renderInlineLoadError = (subject: string) => (retry: () => void) => (
  <LoadError size="inline" title={`${subject} could not be loaded.`} onRetry={retry} />
);
