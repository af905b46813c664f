import { useInfiniteQuery } from '@solvent/http';
import { useNearEnd } from '@solvent/kit';
import { Box, InlineSpinner, Page, PageHeading, Stack } from '@solvent/ui';
import { SavedRow } from './saved-row.tsx';
import { distinct, savedProblemsOptions } from './saved-problems.ts';
import { FailedMore, FailedSaved, NoSaved, SavedSkeleton } from './saved-states.tsx';

function SavedList() {
  const { data, isPending, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(savedProblemsOptions);
  const endRef = useNearEnd(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());

  if (isPending) return <SavedSkeleton />;
  if (!data) return <FailedSaved onRetry={() => void refetch()} />;
  const problems = distinct(data.pages);
  if (problems.length === 0) return <NoSaved />;
  return (
    <>
      <Stack as="ul" aria-label="Saved problems" gap="3" listStyleType="none">
        {problems.map((problem) => (
          <SavedRow key={problem._id} problem={problem} />
        ))}
      </Stack>
      <Box ref={endRef} data-part="end">
        {isFetchingNextPage ? <InlineSpinner size="sm" /> : null}
        {isFetchNextPageError && !isFetchingNextPage ? <FailedMore onRetry={() => void fetchNextPage()} /> : null}
      </Box>
    </>
  );
}

/** /saved-problems: what the person keeps, the latest saved first. The shell lets only signed-in people in. */
export function Component() {
  return (
    <Page measure="reading">
      <PageHeading text="What you keep an eye on, the latest saved first.">Saved Problems</PageHeading>
      <SavedList />
    </Page>
  );
}
