import type { PageTarget } from '@solvent/federation';
import { useInfiniteQuery, queryClient } from '@solvent/http';
import { distinct, LoadError, SkeletonRegion } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { Box, Button, EmptyState, Flex, LinkButton, Page, PageHeading, Panel, Skeleton, Stack } from '@solvent/ui';
import { Gavel } from 'lucide-react';
import { useId, useState } from 'react';
import { myBidsOptions } from '../../api/bids.ts';
import { readTab, statusOf, tabAddress } from './bid-tab.ts';
import type { BidTab } from './bid-tab.ts';
import { BidTabs } from './bid-tabs.tsx';
import { MyBidsTable } from './my-bids-table.tsx';

/** The bids of a tab, and how many there are of each state: while another tab comes, as far as they were known. */
function useMyBids(tab: BidTab) {
  const list = useInfiniteQuery(myBidsOptions(statusOf(tab)));
  const answered = list.data?.pages[0]?.counts;
  const [counts, setCounts] = useState(answered);
  if (answered && answered !== counts) setCounts(answered);
  return { list, counts: answered ?? counts };
}

const EMPTY: Record<BidTab, { title: string; text: string }> = {
  all: { title: 'No bids yet', text: 'Find a problem that you can solve, and say what you would take for it.' },
  pending: { title: 'No pending bids', text: 'Bids wait here until the poster decides.' },
  accepted: { title: 'No accepted bids', text: 'The problems that you are to solve stand here.' },
  rejected: { title: 'No rejected bids', text: 'Where another bid was chosen, yours stands here.' },
  withdrawn: { title: 'No withdrawn bids', text: 'Bids that you take back stand here.' },
};

function NoBids({ tab, hasOthers }: { tab: BidTab; hasOthers: boolean }) {
  const action = hasOthers ? (
    <LinkButton to={tabAddress('all')} replace variant="outline" colorPalette="gray">
      Show all bids
    </LinkButton>
  ) : (
    <LinkButton to="/problems">Browse problems</LinkButton>
  );
  return <EmptyState icon={Gavel} {...EMPTY[tab]} action={action} />;
}

const BidsSkeleton = () => (
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

interface MyBidsListProps {
  tab: BidTab;
  list: ReturnType<typeof useMyBids>['list'];
}

function More({ list: { fetchNextPage, isFetchingNextPage, isFetchNextPageError } }: Pick<MyBidsListProps, 'list'>) {
  const load = () => void fetchNextPage();
  return (
    <Flex justify="center" mt="5">
      {isFetchNextPageError && !isFetchingNextPage ? (
        <LoadError size="inline" title="More bids could not be loaded." onRetry={load} />
      ) : (
        <Button variant="outline" colorPalette="gray" loading={isFetchingNextPage} loadingText="Loading…" onClick={load}>
          Show more
        </Button>
      )}
    </Flex>
  );
}

function MyBidsList({ tab, list }: MyBidsListProps) {
  const { data, isPending, hasNextPage, refetch } = list;
  if (isPending) return <BidsSkeleton />;
  if (!data) return <LoadError title="Your bids could not be loaded" onRetry={() => void refetch()} />;
  // One placed meanwhile pushes the last of a page onto the next.
  const bids = distinct(
    data.pages.flatMap((page) => page.bids),
    ({ _id }) => _id,
  );
  if (bids.length === 0) return <NoBids tab={tab} hasOthers={(data.pages[0]?.counts.all ?? 0) > 0} />;
  return (
    <>
      <MyBidsTable bids={bids} />
      {hasNextPage ? <More list={list} /> : null}
    </>
  );
}

export const preload = ({ search }: PageTarget) => queryClient.prefetchInfiniteQuery(myBidsOptions(statusOf(readTab(search))));

/** /my-bids (product 2.23). The shell lets only signed-in people in. */
export function Component() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const panelId = useId();
  const { list, counts } = useMyBids(tab);
  return (
    <Page>
      <PageHeading text="What you have offered, and what became of it.">My Bids</PageHeading>
      <BidTabs tab={tab} counts={counts} panelId={panelId} />
      <Box role="tabpanel" id={panelId} aria-labelledby={`my-bids-${tab}`}>
        <MyBidsList tab={tab} list={list} />
      </Box>
    </Page>
  );
}
