import { useQueryClient } from '@solvent/http';
import { CorrectedSearch, formatCount, SearchField, SortSelect, useRememberedList, useSearchDraft } from '@solvent/kit';
import { Box, Button, Flex, Grid, Heading, Page, PageHeading, Panel, Text } from '@solvent/ui';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { FilterButton, SearchesButton } from './dialog-buttons.tsx';
import { getActiveFilters, FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { toQuery } from './filters.ts';
import { followProblemEvents } from './follow-problem-events.ts';
import { ProblemFeed, useProblemFeed } from './problem-feed.tsx';
import { HigherPricedProblems } from './higher-priced-problems.tsx';
import { toSortFilter, getSortOptions, useFilters } from './use-filters.ts';

function SideCard({ onReset, children }: { onReset: () => void; children: ReactNode }) {
  return (
    <Box as="aside" aria-label="Filters" hideBelow="lg" position="sticky" top="calc(72px + var(--connection-line, 0px))">
      <Panel maxH="calc(100dvh - 88px - var(--connection-line, 0px))" overflowY="auto">
        <Flex align="center" justify="space-between" mb="4">
          <Heading as="h2" textStyle="cardTitle">
            Filters
          </Heading>
          <Button variant="ghost" size="xs" me="-2.5" onClick={onReset}>
            Reset
          </Button>
        </Flex>
        {children}
      </Panel>
    </Box>
  );
}

/** /problems (product 2.16). */
export function Component() {
  const { filters, change, reset } = useFilters();
  useRememberedList('solvent.list.problems');
  const { draft, setDraft, searchNow } = useSearchDraft(filters.search, (search) => change({ search }));
  const query = useMemo(() => toQuery(filters), [filters]);
  const feed = useProblemFeed(query);
  const client = useQueryClient();
  useEffect(() => followProblemEvents(client), [client]);

  const active = getActiveFilters(filters);
  const { total, searchedFor } = feed.data?.pages[0] ?? {};
  const count = total === undefined ? '' : formatCount(total, 'problem');
  function resetAll() {
    setDraft('');
    reset();
  }
  const panel = { filters, onChange: change };

  return (
    <Page>
      <PageHeading text="Find a problem you know how to solve, and bid on it.">Browse Problems</PageHeading>
      <Flex gap="3" mb="3" direction={{ base: 'column', md: 'row' }}>
        <Flex gap="3" flex="1" minW="0">
          <SearchField
            label="Search problems"
            name="q"
            placeholder="Search problems..."
            draft={draft}
            onDraft={setDraft}
            onSubmit={searchNow}
          />
          <SearchesButton filters={filters} />
        </Flex>
        <Flex gap="3" justify="space-between">
          <FilterButton {...panel} active={active.length} count={count} onReset={resetAll} />
          <SortSelect {...getSortOptions(filters)} onChange={(sort) => change(toSortFilter(filters, sort))} />
        </Flex>
      </Flex>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '320px minmax(0, 1fr)' }} gap="6" mt={{ lg: '5' }} alignItems="start">
        <SideCard onReset={resetAll}>
          <FilterPanel {...panel} />
        </SideCard>
        <Box minH="70vh">
          <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} justify="space-between" columnGap="4">
            <Flex wrap="wrap" columnGap="3" minH="20px" mb="3" flexShrink="0" maxW="full">
              <Text role="status" aria-label="Result count" color="fg.muted" fontVariantNumeric="tabular-nums" minH="20px">
                {count}
              </Text>
              <HigherPricedProblems filters={filters} onChange={change} />
            </Flex>
            <FilterChips active={active} onChange={change} />
          </Flex>
          <CorrectedSearch typed={filters.search} searchedFor={searchedFor} />
          <ProblemFeed feed={feed} filters={filters} onChange={change} onReset={resetAll} />
        </Box>
      </Grid>
    </Page>
  );
}
