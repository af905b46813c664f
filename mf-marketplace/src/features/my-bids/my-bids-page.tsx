import type { BidSort, MyBidsResponse } from '@solvent/contracts';
import { useInfiniteQuery } from '@solvent/http';
import { distinct, formatMoney, SearchField, SortSelect, toCents, useSearchDraft } from '@solvent/kit';
import { useNavigate, useSearchParams } from '@solvent/router';
import { Box, chakra, EmptyState, Flex, LinkButton, Page, PageHeading } from '@solvent/ui';
import { Gavel } from 'lucide-react';
import { BIDS_KEY } from '../../api/bids.ts';
import { useRefetchOnEvents } from '../../api/use-refetch-on-events.ts';
import { getBidStatusLabel } from '../../bid/bid-status.tsx';
import { PagedList, useLastValue } from '../../tabs/paged-list.tsx';
import { StatusTabs } from '../../tabs/status-tabs.tsx';
import { BID_TABS, getListOptions, getViewPath, readView } from './bid-tab.ts';
import type { BidTab, BidView } from './bid-tab.ts';
import { MyBidsTable } from './my-bids-table.tsx';

const EMPTY: Record<BidTab, { title: string; text: string }> = {
  all: { title: 'No bids yet', text: 'Find a problem you can solve and place a bid.' },
  pending: { title: 'No pending bids', text: 'Bids awaiting a decision will appear here.' },
  accepted: { title: 'No accepted bids', text: 'Problems you’re working on will appear here.' },
  rejected: { title: 'No rejected bids', text: 'Bids that were not chosen will appear here.' },
  withdrawn: { title: 'No withdrawn bids', text: 'Bids you withdraw will appear here.' },
};

function NoBids({ view, hasOthers }: { view: BidView; hasOthers: boolean }) {
  const { tab, search } = view;
  if (search) {
    const clear = (
      <LinkButton to={getViewPath({ ...view, search: '' })} replace variant="outline" colorPalette="gray">
        Clear search
      </LinkButton>
    );
    const text = 'Search for words of a problem’s title, or for who posted it.';
    return <EmptyState icon={Gavel} title={`No bids for "${search}"`} text={text} action={clear} />;
  }
  const action = hasOthers ? (
    <LinkButton to={getViewPath({ ...view, tab: 'all' })} replace variant="outline" colorPalette="gray">
      Show all bids
    </LinkButton>
  ) : (
    <LinkButton to="/problems">Browse problems</LinkButton>
  );
  return <EmptyState icon={Gavel} {...EMPTY[tab]} action={action} />;
}

const Total = chakra('div', { base: { display: 'flex', flexDirection: 'column-reverse' } });

function Totals({ sums }: { sums: MyBidsResponse['sums'] | undefined }) {
  const shown = { 'Total pending': sums?.pending, 'Total won': sums?.accepted };
  return (
    <Flex as="dl" gap="8" fontVariantNumeric="tabular-nums" minH="44px">
      {Object.entries(shown).map(([name, dollars]) => (
        <Total key={name}>
          <chakra.dt textStyle="meta" color="fg.muted">
            {name}
          </chakra.dt>
          <chakra.dd fontWeight="700" fontSize="20px" lineHeight="28px" minH="28px">
            {dollars === undefined ? null : formatMoney(toCents(dollars))}
          </chakra.dd>
        </Total>
      ))}
    </Flex>
  );
}

const SORTS: readonly { value: BidSort; label: string }[] = [
  { value: 'accepted', label: 'Accepted first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'amount', label: 'Highest amount' },
];

function SearchBar({ view }: { view: BidView }) {
  const navigate = useNavigate();
  const change = (changed: Partial<BidView>) => void navigate(getViewPath({ ...view, ...changed }), { replace: true });
  const { draft, setDraft, searchNow } = useSearchDraft(view.search, (search) => change({ search }));
  return (
    <Flex gap="3" mb="4" maxW="640px" direction={{ base: 'column', sm: 'row' }}>
      <SearchField
        label="Search your bids"
        placeholder="Search your bids..."
        draft={draft}
        onDraft={setDraft}
        onSubmit={searchNow}
      />
      <Box alignSelf="flex-start">
        <SortSelect value={view.sort} options={SORTS} onChange={(sort) => change({ sort })} />
      </Box>
    </Flex>
  );
}

/** /my-bids (product 2.23). The shell requires a session. */
export function Component() {
  const [params] = useSearchParams();
  const view = readView(params);
  const { tab } = view;
  const list = useInfiniteQuery(getListOptions(view));
  useRefetchOnEvents(BIDS_KEY);
  const first = useLastValue(list.data?.pages[0]);
  const bids = distinct(
    (list.data?.pages ?? []).flatMap((page) => page.bids),
    ({ _id }) => _id,
  );
  const tabs = BID_TABS.map((status) => ({
    status,
    label: status === 'all' ? 'All' : getBidStatusLabel(status),
    count: first?.counts[status],
    to: getViewPath({ ...view, tab: status }),
  }));
  return (
    <Page>
      <PageHeading text="Bids you placed and what became of them." actions={<Totals sums={first?.sums} />}>
        My Bids
      </PageHeading>
      {view.search || first?.counts.all !== 0 ? <SearchBar view={view} /> : null}
      <StatusTabs label="Bids by status" tabs={tabs} selected={tab}>
        <PagedList
          list={list}
          isEmpty={bids.length === 0}
          empty={<NoBids view={view} hasOthers={(first?.counts.all ?? 0) > 0} />}
          error="Your bids could not be loaded"
          nextError="More bids could not be loaded."
        >
          <MyBidsTable bids={bids} />
        </PagedList>
      </StatusTabs>
    </Page>
  );
}
