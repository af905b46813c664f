import { Box, InlineSpinner } from '@solvent/ui';
import { useMemo } from 'react';
import { feedPages } from './feed-pages.ts';
import { EmptyList, FailedList, FailedNextPage } from './list-states.tsx';
import { ProblemBlock } from './problem-block.tsx';
import type { useProblemFeed } from './use-problem-feed.ts';
import { useNearEnd } from './use-near-end.ts';

interface ProblemFeedProps {
  feed: ReturnType<typeof useProblemFeed>;
  isFiltered: boolean;
  onReset: () => void;
}

/** The list in all its states: loading, failed, empty, loaded, loading more (spec 4). */
export function ProblemFeed({ feed, isFiltered, onReset }: ProblemFeedProps) {
  const { data, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = feed;
  const pages = useMemo(() => feedPages(data?.pages ?? []), [data]);
  const endRef = useNearEnd(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());

  if (isPending) return <InlineSpinner size="lg" />;
  if (!data) return <FailedList onRetry={() => void refetch()} />;
  if (pages.every(({ problems }) => problems.length === 0)) return <EmptyList isFiltered={isFiltered} onReset={onReset} />;
  return (
    <>
      <Box role="list" aria-label="Problems" aria-busy={isFetchingNextPage}>
        {pages.map(({ problems, firstPlace }, index) => (
          <ProblemBlock key={index} problems={problems} firstPlace={firstPlace} total={data.pages[0]?.total ?? -1} />
        ))}
      </Box>
      {isFetchNextPageError && !isFetchingNextPage ? <FailedNextPage onRetry={() => void fetchNextPage()} /> : null}
      <Box ref={endRef} minH={hasNextPage ? '52px' : undefined} data-part="end">
        {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
      </Box>
    </>
  );
}
