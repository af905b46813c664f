import { http, isNetworkError, useInfiniteQuery, useQuery } from '@solvent/http';
import { InfiniteList, ReaderProvider, useRetryAdvice } from '@solvent/kit';
import { requestPage } from '@solvent/store';
import { Box, Button, EmptyState, InlineSpinner, lazyComponent, Stack, TextLink } from '@solvent/ui';
import { Inbox, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';
import { problemListOptions } from '../../api/problems.ts';
import type { ListQuery } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { dedupePages, isPauseAfter, markPage } from './feed-pages.ts';
import { FULL_PRICE, isFiltered, isSamePrice } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { ProblemBlock } from './problem-block.tsx';
import type { ChangeFilters } from './use-filters.ts';

const TurnOnAlerts = lazyComponent(() => import(/* webpackChunkName: "problem-searches" */ './search-alerts.tsx'));

/** Sends `HEAD /problems` for the next page, so that the server prepares it (product 7.5). */
function useNextPageWarmUp(query: ListQuery, page: number | undefined): void {
  useQuery({
    queryKey: [...PROBLEMS_KEY, 'warm-up', query, page],
    queryFn: async ({ signal }) => {
      await http.head('/problems', { params: { ...query, page }, signal });
      return true;
    },
    enabled: page !== undefined,
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });
}

export function useProblemFeed(query: ListQuery) {
  const feed = useInfiniteQuery(problemListOptions(query));
  const pageCount = feed.data?.pages.length ?? 0;
  useNextPageWarmUp(query, feed.hasNextPage ? pageCount + 1 : undefined);
  useEffect(() => {
    if (pageCount > 0) markPage(pageCount);
  }, [pageCount, query]);
  return feed;
}

const LOAD_ERROR = 'Failed to load problems. Please try again.';

interface EmptyFeedProps {
  filters: ProblemFilters;
  onChange: ChangeFilters;
  onReset: () => void;
}

const NoMatch = ({ filters, onChange, onReset }: EmptyFeedProps) => (
  <EmptyState
    icon={SearchX}
    title="No problems found matching your criteria"
    text="Try fewer filters, another word, or a wider price range."
    action={
      <Stack align="center" gap="3">
        {isSamePrice(filters.price, FULL_PRICE) ? null : (
          <Button onClick={() => onChange({ price: FULL_PRICE })}>Search at any price</Button>
        )}
        {(filters.status ?? 'open') === 'open' ? (
          <TurnOnAlerts filters={filters} fallback={<Box h="10" />} renderLoadError={() => null} />
        ) : null}
        <TextLink to="/problems" display="inline-block" py="0.5" onClick={onReset}>
          Reset filters
        </TextLink>
      </Stack>
    }
  />
);

const NoProblems = () => (
  <EmptyState
    icon={Inbox}
    title="No problems found."
    text="Be the first to post one."
    action={<Button onClick={() => requestPage('/post-problem')}>Post a Problem</Button>}
  />
);

interface ProblemFeedProps extends EmptyFeedProps {
  feed: ReturnType<typeof useProblemFeed>;
}

/** After "Load more", the focus moves to the first card of the new page, because the button is removed. */
function useFocusOnNewPage(pageCount: number) {
  const listRef = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    listRef.current?.lastElementChild?.querySelector('a')?.focus({ preventScroll: true });
  }, [pageCount]);
  return { listRef, requestFocus: () => (wantsFocus.current = true) };
}

export function ProblemFeed({ feed, ...emptyFeed }: ProblemFeedProps) {
  const { data, error, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    feed;
  // Deferred, so that rendering new cards does not block scrolling.
  const shown = useDeferredValue(data);
  const pages = useMemo(() => dedupePages(shown?.pages ?? []), [shown]);
  const isEmpty = pages.every(({ problems }) => problems.length === 0);
  usePendingSave(!isEmpty);
  const advice = useRetryAdvice(error);
  const isPaused = isPauseAfter(pages.length);
  const { listRef, requestFocus } = useFocusOnNewPage(pages.length);
  function loadNextPage() {
    if (isPaused) requestFocus();
    return fetchNextPage();
  }
  return (
    <InfiniteList
      query={{
        data,
        isPending: isPending || (data !== undefined && !shown),
        hasNextPage,
        isFetching,
        isFetchingNextPage,
        isFetchNextPageError,
        error,
        fetchNextPage: loadNextPage,
        refetch,
      }}
      isEmpty={isEmpty}
      skeleton={<InlineSpinner size="lg" />}
      error={{ title: LOAD_ERROR, text: isNetworkError(error) ? advice : null }}
      nextError={LOAD_ERROR}
      empty={isFiltered(emptyFeed.filters) ? <NoMatch {...emptyFeed} /> : <NoProblems />}
      // Full height until the last page, so that no footer appears and is pushed away by the next page.
      end={{ isReady: shown === data, isPaused, minH: hasNextPage && !isPaused ? '100vh' : undefined }}
    >
      <ReaderProvider query={feed}>
        <Box ref={listRef} role="list" aria-label="Problems" aria-busy={isFetchingNextPage}>
          {pages.map(({ problems, firstPosition }, index) => (
            <ProblemBlock key={index} problems={problems} firstPosition={firstPosition} total={shown?.pages[0]?.total ?? -1} />
          ))}
        </Box>
      </ReaderProvider>
    </InfiniteList>
  );
}
