import { useInfiniteQuery } from '@solvent/http';
import { distinct, getProblemStatusLabel } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { requestPage } from '@solvent/store';
import { Button, EmptyState, LinkButton, Page, PageHeading } from '@solvent/ui';
import { CircleHelp } from 'lucide-react';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { StateList, useLastAnswered } from '../../states/state-list.tsx';
import { StateTabs } from '../../states/state-tabs.tsx';
import { MyProblemsTable } from './my-problems-table.tsx';
import { OWN_PROBLEMS_KEY, ownProblemsOptions } from './own-problems.ts';
import { PROBLEM_TABS, readTab, statusOf, tabAddress } from './problem-tab.ts';
import type { ProblemTab } from './problem-tab.ts';

const EMPTY: Record<ProblemTab, { title: string; text: string }> = {
  all: { title: 'No problems yet', text: 'Post what holds you up, name your budget, and let developers bid to solve it.' },
  open: { title: 'No open problems', text: 'Problems that solvers can bid on stand here.' },
  'in-progress': { title: 'Nothing in progress', text: 'Once you accept a bid, the problem stands here until it is solved.' },
  solved: { title: 'No solved problems', text: 'What you marked solved stands here.' },
  closed: { title: 'No closed problems', text: 'Problems that you close stand here, and can be reopened.' },
};

const PostButton = () => <Button onClick={() => requestPage('/post-problem')}>Post a problem</Button>;

function NoProblems({ tab, hasOthers }: { tab: ProblemTab; hasOthers: boolean }) {
  const action = hasOthers ? (
    <LinkButton to={tabAddress('all')} replace variant="outline" colorPalette="gray">
      Show all problems
    </LinkButton>
  ) : (
    <PostButton />
  );
  return <EmptyState icon={CircleHelp} {...EMPTY[tab]} action={action} />;
}

/** /my-problems (product 2.50). The shell lets only signed-in people in. */
export function Component() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const list = useInfiniteQuery(ownProblemsOptions(statusOf(tab)));
  useAskedAgain(OWN_PROBLEMS_KEY);
  const counts = useLastAnswered(list.data?.pages[0]?.counts);
  // One posted meanwhile pushes the last of a page onto the next.
  const problems = distinct(
    (list.data?.pages ?? []).flatMap((page) => page.problems),
    ({ _id }) => _id,
  );
  const tabs = PROBLEM_TABS.map((state) => ({
    state,
    word: state === 'all' ? 'All' : getProblemStatusLabel(state),
    count: counts?.[state],
    to: tabAddress(state),
  }));
  return (
    <Page>
      <PageHeading text="What you have posted, and what waits for you.">My Problems</PageHeading>
      <StateTabs label="Problems by state" tabs={tabs} selected={tab}>
        <StateList
          list={list}
          isEmpty={problems.length === 0}
          empty={<NoProblems tab={tab} hasOthers={(counts?.all ?? 0) > 0} />}
          error="Your problems could not be loaded"
          nextError="More problems could not be loaded."
        >
          <MyProblemsTable problems={problems} />
        </StateList>
      </StateTabs>
    </Page>
  );
}
