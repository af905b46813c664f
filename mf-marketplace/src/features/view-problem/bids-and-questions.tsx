import { formatNumber } from '@solvent/contracts';
import type { Comment } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Box, Tabs } from '@solvent/ui';
import { useState } from 'react';
import { problemBidsOptions } from '../../api/bids.ts';
import { commentsOptions } from '../../api/problems.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { BidsForPoster } from '../../bid/bids-for-poster.tsx';
import { BidForSolver } from '../../bid/own-bid.tsx';
import { Comments } from '../../comments/comments.tsx';
import { isPoster } from './viewer.ts';

export const BIDS_ID = 'bids';

type Tab = 'bids' | 'questions';

/** The poster's own comments are updates (product 2.66). */
const countQuestions = (comments: readonly Comment[], posterId: string): number =>
  comments.filter(({ parentId, isDeleted, author }) => parentId === null && !isDeleted && author?._id !== posterId).length;

/** For the poster: two tabs, with the bids first if there are any (product 2.20). */
function PosterTabs({ problem }: { problem: DetailedProblem }) {
  const [tab, setTab] = useState<Tab>(problem.bidCount > 0 ? 'bids' : 'questions');
  const bids = useQuery(problemBidsOptions(problem._id)).data;
  const comments = useQuery(commentsOptions(problem._id)).data;
  return (
    // "Review bids" focuses this element, which selects the tab.
    <Box
      id={BIDS_ID}
      tabIndex={-1}
      outline="0"
      mt="8"
      scrollMarginTop="72px"
      onFocus={({ target, currentTarget }) => (target === currentTarget ? setTab('bids') : undefined)}
    >
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List label="Bids and questions">
          <Tabs.Trigger value="bids">Bids ({formatNumber(bids?.count ?? problem.bidCount)})</Tabs.Trigger>
          <Tabs.Trigger value="questions">
            Questions ({formatNumber(countQuestions(comments ?? [], problem.user._id))})
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="bids">
          <BidsForPoster problem={problem} />
        </Tabs.Content>
        <Tabs.Content value="questions">
          <Comments problem={problem} isInTab />
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  );
}

export function BidsAndQuestions({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  if (isPoster(problem, viewerId)) return <PosterTabs problem={problem} />;
  return (
    <>
      <Comments problem={problem} />
      {viewerId ? <BidForSolver problem={problem} /> : null}
    </>
  );
}
