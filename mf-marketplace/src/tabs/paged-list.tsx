import type { useInfiniteQuery } from '@solvent/http';
import { LoadError, SkeletonRegion } from '@solvent/kit';
import { Button, Flex, Panel, Skeleton, Stack } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

type Listing = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isPending' | 'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>;

/** Keeps the last value, for example counts while another tab loads. */
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
  error: string;
  nextError: string;
  children: ReactNode;
}

/** The list of a tab. Further pages load on click, so that the end of the page stays reachable. */
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
