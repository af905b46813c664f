import { BROWSE } from '@solvent/contracts';
import { Box, Button, Flex, InlineSpinner } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from '../states/load-error.tsx';
import type { LoadErrorProps } from '../states/load-error.tsx';

/**
 * Calls `onNear` within 200 px of the end of a list (product 9.7). Observing again when `isEnabled` returns to true covers short
 * pages. @returns the ref of an element at the end
 */
export function useNearEnd(isEnabled: boolean, onNear: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const handleNear = useEffectEvent(onNear);
  useEffect(() => {
    if (!isEnabled || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleNear();
      },
      { rootMargin: `0px 0px ${BROWSE.scrollMargin}px` },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isEnabled]);
  return ref;
}

interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error?: unknown;
  fetchNextPage: () => Promise<unknown>;
}

interface ListEndProps extends BoxProps {
  query: PagedQuery;
  /** Shown when a further page fails to load: "More bids could not be loaded." */
  error: string;
  /** In a scroll container `rootMargin` has no effect: the observed element extends into the list instead. */
  isInScroller?: boolean;
  /** False until the list is rendered to its end. */
  isReady?: boolean;
  /** Loads the next page on a click only, so that what follows the list can be reached. */
  isPaused?: boolean;
}

/** Loads the next page before the end comes into view; after a failure, only on a click. */
export function ListEnd({ query, error, isInScroller = false, isReady = true, isPaused = false, ...props }: ListEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const ref = useNearEnd(hasNextPage && isReady && !isPaused && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  return (
    <Box data-part="end" position="relative" {...props} ref={isInScroller ? undefined : ref}>
      {isInScroller ? (
        <Box ref={ref} position="absolute" bottom="0" h={`${BROWSE.scrollMargin}px`} w="1px" pointerEvents="none" />
      ) : null}
      {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
      {isPaused && hasNextPage && isReady && !isFetchingNextPage && !isFetchNextPageError ? (
        <Flex justify="center" py="4">
          <Button variant="outline" colorPalette="gray" onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </Flex>
      ) : null}
      {isFetchNextPageError && !isFetchingNextPage ? (
        <Flex justify="center" py="4">
          <LoadError size="inline" title={error} error={query.error} onRetry={() => void fetchNextPage()} />
        </Flex>
      ) : null}
    </Box>
  );
}

interface InfiniteListProps {
  query: PagedQuery & { data: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  isEmpty: boolean;
  skeleton: ReactNode;
  /** Shown when the first page fails to load: "Your bids could not be loaded". */
  error: string | Pick<LoadErrorProps, 'title' | 'text' | 'as'>;
  nextError: string;
  empty: ReactNode;
  children: ReactNode;
  end?: Omit<ListEndProps, 'query' | 'error'>;
}

export function InfiniteList({ query, isEmpty, skeleton, error, nextError, empty, children, end }: InfiniteListProps) {
  if (query.isPending) return skeleton;
  if (!query.data) {
    const errorProps = typeof error === 'string' ? { title: error } : error;
    return <LoadError {...errorProps} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (isEmpty) return empty;
  return (
    <>
      {children}
      <ListEnd query={query} error={nextError} {...end} />
    </>
  );
}
