import { http, isNetworkError, useInfiniteQuery, useQuery } from '@solvent/http';
import { InfiniteList, ReaderProvider, useRetryAdvice } from '@solvent/kit';
import { requestPage } from '@solvent/store';
import { Box, Button, EmptyState, InlineSpinner, TextLink } from '@solvent/ui';
import { Inbox, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';
import { problemListOptions } from '../../api/problems.ts';
import type { ListQuery } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { dedupePages } from './feed-pages.ts';
import { ProblemBlock } from './problem-block.tsx';

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
  return feed;
}

const LOAD_ERROR = 'Failed to load problems. Please try again.';

const NoMatch = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No problems found matching your criteria"
    text="Try fewer filters, another word, or a wider price range."
    action={
      <TextLink to="/problems" display="inline-block" py="0.5" onClick={onReset}>
        Reset filters
      </TextLink>
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

interface ProblemFeedProps {
  feed: ReturnType<typeof useProblemFeed>;
  isFiltered: boolean;
  onReset: () => void;
}

export function ProblemFeed({ feed, isFiltered, onReset }: ProblemFeedProps) {
  const { data, error, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    feed;
  // Deferred, so that rendering new cards does not block scrolling.
  const shown = useDeferredValue(data);
  const pages = useMemo(() => dedupePages(shown?.pages ?? []), [shown]);
  const isEmpty = pages.every(({ problems }) => problems.length === 0);
  usePendingSave(!isEmpty);
  const advice = useRetryAdvice(error);
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
        fetchNextPage,
        refetch,
      }}
      isEmpty={isEmpty}
      skeleton={<InlineSpinner size="lg" />}
      error={{ title: LOAD_ERROR, text: isNetworkError(error) ? advice : null }}
      nextError={LOAD_ERROR}
      empty={isFiltered ? <NoMatch onReset={onReset} /> : <NoProblems />}
      // Full height until the last page, so that no footer appears and is pushed away by the next page.
      end={{ isReady: shown === data, minH: hasNextPage ? '100vh' : undefined }}
    >
      <ReaderProvider query={feed}>
        <Box role="list" aria-label="Problems" aria-busy={isFetchingNextPage}>
          {pages.map(({ problems, firstPosition }, index) => (
            <ProblemBlock key={index} problems={problems} firstPosition={firstPosition} total={shown?.pages[0]?.total ?? -1} />
          ))}
        </Box>
      </ReaderProvider>
    </InfiniteList>
  );
}
