import { useNearEnd } from '@solvent/kit';
import { Box, InlineSpinner } from '@solvent/ui';
import { useDeferredValue, useMemo } from 'react';
import { feedPages } from './feed-pages.ts';
import { EmptyList, FailedList, FailedNextPage } from './list-states.tsx';
import { ProblemBlock } from './problem-block.tsx';
import type { useProblemFeed } from './use-problem-feed.ts';

interface ProblemFeedProps {
  feed: ReturnType<typeof useProblemFeed>;
  isFiltered: boolean;
  onReset: () => void;
}

/** The list in all its states: loading, failed, empty, loaded, loading more (spec 4). */
export function ProblemFeed({ feed, isFiltered, onReset }: ProblemFeedProps) {
  const { data, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = feed;
  // New cards are rendered in slices between frames, so that scrolling goes on meanwhile.
  const shown = useDeferredValue(data);
  const pages = useMemo(() => feedPages(shown?.pages ?? []), [shown]);
  const hasFailedNext = isFetchNextPageError && !isFetchingNextPage;
  const isSettled = shown === data && !isFetching;
  const endRef = useNearEnd(hasNextPage && isSettled && !isFetchNextPageError, () => void fetchNextPage());

  if (isPending || (data && !shown)) return <InlineSpinner size="lg" />;
  if (!data) return <FailedList onRetry={() => void refetch()} />;
  if (pages.every(({ problems }) => problems.length === 0)) return <EmptyList isFiltered={isFiltered} onReset={onReset} />;
  return (
    <>
      <Box role="list" aria-label="Problems" aria-busy={isFetchingNextPage}>
        {pages.map(({ problems, firstPlace }, index) => (
          <ProblemBlock key={index} problems={problems} firstPlace={firstPlace} total={shown?.pages[0]?.total ?? -1} />
        ))}
      </Box>
      {/* As high as the screen while more is to come: what follows the list must not show, only to be pushed away. */}
      <Box ref={endRef} minH={hasNextPage ? '100vh' : undefined} data-part="end">
        {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
        {hasFailedNext ? <FailedNextPage onRetry={() => void fetchNextPage()} /> : null}
      </Box>
    </>
  );
}
