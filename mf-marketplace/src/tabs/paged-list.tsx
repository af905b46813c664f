import type { useInfiniteQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { Button, Flex, Panel, Skeleton, Stack } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

/** What this takes of an infinite query. */
type Listing = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isPending' | 'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>;

/** What was answered last: while another tab comes, its counts stay as they were. */
export function useLastValue<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

const ListSkeleton = () => (
  <SkeletonRegion minH="50vh">
    {[0, 1, 2, 3].map((row) => (
      <Panel key={row}>
        <Stack gap="3">
          <Skeleton h="20px" w="60%" />
          <Skeleton h="20px" w="40%" />
        </Stack>
      </Panel>
    ))}
  </SkeletonRegion>
);

function ShowMore({ list, errorTitle }: { list: Listing; errorTitle: string }) {
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const load = () => void fetchNextPage();
  return (
    <Flex justify="center" mt="5">
      {isFetchNextPageError && !isFetchingNextPage ? (
        <LoadError size="inline" title={errorTitle} error={list.error} onRetry={load} />
      ) : (
        <Button variant="outline" colorPalette="gray" loading={isFetchingNextPage} loadingText="Loading…" onClick={load}>
          Show more
        </Button>
      )}
    </Flex>
  );
}

interface PagedListProps {
  list: Listing;
  isEmpty: boolean;
  empty: ReactNode;
  /** Said when it did not load: "Your bids could not be loaded". */
  error: string;
  /** Said when a further page did not load. */
  nextError: string;
  /** What is loaded so far. */
  children: ReactNode;
}

/** The list of a tab, in all its states. Further pages come at a click: what is worked through, row by row, ends where it ends. */
export function PagedList({ list, isEmpty, empty, error, nextError, children }: PagedListProps) {
  if (list.isPending) return <ListSkeleton />;
  if (!list.data) return <LoadError title={error} error={list.error} onRetry={() => void list.refetch()} />;
  if (isEmpty) return empty;
  return (
    <>
      {children}
      {list.hasNextPage ? <ShowMore list={list} errorTitle={nextError} /> : null}
    </>
  );
}
