import { useInfiniteQuery } from '@solvent/http';
import { distinct, getProblemStatusLabel } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { requestPage } from '@solvent/store';
import { Button, EmptyState, LinkButton, Page, PageHeading } from '@solvent/ui';
import { CircleHelp } from 'lucide-react';
import { useRefetchOnEvents } from '../../api/use-refetch-on-events.ts';
import { PagedList, useLastValue } from '../../tabs/paged-list.tsx';
import { StatusTabs } from '../../tabs/status-tabs.tsx';
import { MyProblemsTable } from './my-problems-table.tsx';
import { getTabPath, OWN_PROBLEMS_KEY, ownProblemsOptions, PROBLEM_TABS, readTab, toStatus } from './own-problems.ts';
import type { ProblemTab } from './own-problems.ts';

const EMPTY: Record<ProblemTab, { title: string; text: string }> = {
  all: { title: 'No problems yet', text: 'Describe a problem, set a budget, and let developers bid on it.' },
  open: { title: 'No open problems', text: 'Problems open for bids will appear here.' },
  'in-progress': { title: 'Nothing in progress', text: 'Problems with an accepted bid will appear here.' },
  solved: { title: 'No solved problems', text: 'Problems you mark as solved will appear here.' },
  closed: { title: 'No closed problems', text: 'Problems you close will appear here. You can reopen them.' },
};

const PostButton = () => <Button onClick={() => requestPage('/post-problem')}>Post a problem</Button>;

function NoProblems({ tab, hasOthers }: { tab: ProblemTab; hasOthers: boolean }) {
  const action = hasOthers ? (
    <LinkButton to={getTabPath('all')} replace variant="outline" colorPalette="gray">
      Show all problems
    </LinkButton>
  ) : (
    <PostButton />
  );
  return <EmptyState icon={CircleHelp} {...EMPTY[tab]} action={action} />;
}

/** /my-problems (product 2.50). The shell requires a session. */
export function Component() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const list = useInfiniteQuery(ownProblemsOptions(toStatus(tab)));
  useRefetchOnEvents(OWN_PROBLEMS_KEY);
  const counts = useLastValue(list.data?.pages[0]?.counts);
  const problems = distinct(
    (list.data?.pages ?? []).flatMap((page) => page.problems),
    ({ _id }) => _id,
  );
  const tabs = PROBLEM_TABS.map((status) => ({
    status,
    label: status === 'all' ? 'All' : getProblemStatusLabel(status),
    count: counts?.[status],
    to: getTabPath(status),
  }));
  return (
    <Page>
      <PageHeading text="Problems you posted and what needs your attention.">My Problems</PageHeading>
      <StatusTabs label="Problems by status" tabs={tabs} selected={tab}>
        <PagedList
          list={list}
          isEmpty={problems.length === 0}
          empty={<NoProblems tab={tab} hasOthers={(counts?.all ?? 0) > 0} />}
          error="Your problems could not be loaded"
          nextError="More problems could not be loaded."
        >
          <MyProblemsTable problems={problems} />
        </PagedList>
      </StatusTabs>
    </Page>
  );
}
