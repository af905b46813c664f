import type { MyBidsAnswer } from '@solvent/contracts';
import { Box, Button, Flex } from '@solvent/ui';
import type { BidTab } from './bid-tab.ts';
import { BidsSkeleton, FailedBids, NoBids } from './my-bids-states.tsx';
import { MyBidsTable } from './my-bids-table.tsx';
import type { useMyBids } from './use-my-bids.ts';

/** Each bid once: one placed meanwhile pushes the last of a page onto the next. */
const distinctBids = (pages: readonly MyBidsAnswer[]) => [
  ...new Map(pages.flatMap(({ bids }) => bids).map((bid) => [bid._id, bid])).values(),
];

interface MyBidsListProps {
  tab: BidTab;
  list: ReturnType<typeof useMyBids>['list'];
}

function More({ list: { fetchNextPage, isFetchingNextPage, isFetchNextPageError } }: Pick<MyBidsListProps, 'list'>) {
  const hasFailed = isFetchNextPageError && !isFetchingNextPage;
  return (
    <Flex direction="column" align="center" gap="3" mt="5">
      {hasFailed ? (
        <Box role="alert" color="fg.error">
          More bids could not be loaded.
        </Box>
      ) : null}
      <Button
        variant="outline"
        colorPalette="gray"
        loading={isFetchingNextPage}
        loadingText="Loading…"
        onClick={() => void fetchNextPage()}
      >
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </Flex>
  );
}

/** One tab's bids in all their states. */
export function MyBidsList({ tab, list }: MyBidsListProps) {
  const { data, isPending, hasNextPage, refetch } = list;
  if (isPending) return <BidsSkeleton />;
  if (!data) return <FailedBids onRetry={() => void refetch()} />;
  const bids = distinctBids(data.pages);
  if (bids.length === 0) return <NoBids tab={tab} hasOthers={(data.pages[0]?.counts.all ?? 0) > 0} />;
  return (
    <>
      <MyBidsTable bids={bids} />
      {hasNextPage ? <More list={list} /> : null}
    </>
  );
}
