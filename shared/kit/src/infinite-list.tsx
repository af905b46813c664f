import { BROWSE } from '@solvent/contracts';
import { Box, Flex, InlineSpinner } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import type { LoadErrorProps } from './load-error.tsx';

/**
 * Calls `onNear` when the end of the list comes within 200 px of the viewport (product 9.7).
 *
 * @param isEnabled false while a page loads: at the next true it looks again, since a short page can leave the end in view
 * @returns the ref of the element that stands at the end
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

/** What a list needs of an infinite query of TanStack Query. */
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
  /** Said when a further page did not load: "More bids could not be loaded." */
  error: string;
  /**
   * Whether the list scrolls in a box of its own, where the margin of an observer does not count: what is observed then
   * reaches up into the list.
   */
  isInScroller?: boolean;
  /** False while the list is not yet drawn up to its end. */
  isReady?: boolean;
}

/** The end of what is loaded: loads the next page before it comes into view, and waits for a person after a failure. */
export function ListEnd({ query, error, isInScroller = false, isReady = true, ...props }: ListEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const ref = useNearEnd(hasNextPage && isReady && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  return (
    <Box data-part="end" position="relative" {...props} ref={isInScroller ? undefined : ref}>
      {isInScroller ? (
        <Box ref={ref} position="absolute" bottom="0" h={`${BROWSE.scrollMargin}px`} w="1px" pointerEvents="none" />
      ) : null}
      {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
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
  /** While the first page loads. */
  skeleton: ReactNode;
  /** When the first page did not load: "Your bids could not be loaded". */
  error: string | Pick<LoadErrorProps, 'title' | 'text' | 'as'>;
  /** When a further page did not load. */
  nextError: string;
  empty: ReactNode;
  /** The items loaded so far. */
  children: ReactNode;
  end?: Omit<ListEndProps, 'query' | 'error'>;
}

/** A list that loads page by page while one scrolls, in all its states: loading, failed, empty, loaded, loading more. */
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
