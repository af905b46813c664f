import type { Bid, Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { Box, Flex, Panel, Text } from '@solvent/ui';
import { useId, useRef } from 'react';
import { problemBidsOptions } from '../api/bids.ts';
import { MessageLink } from '../problem/message-link.tsx';
import { ProblemSection } from '../problem/problem-section.tsx';
import { BidFacts, BidReason, BidState, BidWords } from './bid-facts.tsx';
import { WithdrawButton } from './own-bid-actions.tsx';

interface OwnBidProps {
  problem: Pick<Problem, '_id' | 'title' | 'status' | 'budget' | 'user'>;
}

const isOver = ({ status }: Bid) => status === 'withdrawn' || status === 'rejected';

/** What a solver's own bid has come to. It is changed with the page's main action. */
function OwnBid({ bid, problem }: { bid: Bid } & OwnBidProps) {
  const factsId = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Panel>
      <Box ref={panel} tabIndex={-1} outline="0">
        <Flex justify="space-between" align="flex-start" columnGap="4" rowGap="2" wrap="wrap">
          <div id={factsId}>
            <BidFacts bid={bid} budget={problem.budget} />
          </div>
          <BidState bid={bid} />
        </Flex>
        <BidWords bid={bid} />
        <BidReason bid={bid} />
        <Flex mt="4" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
          {bid.status === 'pending' ? <WithdrawButton bid={bid} describedBy={factsId} remaining={() => panel.current} /> : null}
          {/* Of an accepted bid it stands with what else the two can do. */}
          {bid.status === 'accepted' ? null : <MessageLink person={problem.user} problemId={bid.problemId} />}
        </Flex>
        {isOver(bid) && problem.status === 'open' ? (
          <Text color="fg.muted" mt="4">
            You can bid again while the problem is open.
          </Text>
        ) : null}
      </Box>
    </Panel>
  );
}

const newest = (bids: readonly Bid[]): Bid | undefined =>
  bids.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];

/** Most who look at a problem have no bid on it: nothing stands there until one is known. */
export function BidForSolver({ problem }: OwnBidProps) {
  const { data, isPending, error, refetch } = useQuery(problemBidsOptions(problem._id));
  const bid = newest(data?.bids ?? []);
  if (isPending || (data && !bid)) return null;
  return (
    <ProblemSection title="Your bid">
      {bid ? (
        <OwnBid bid={bid} problem={problem} />
      ) : (
        <LoadError title="Your bid could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </ProblemSection>
  );
}
