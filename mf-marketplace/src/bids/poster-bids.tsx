import type { Bid, Problem } from '@solvent/contracts';
import { Box, Flex, Notice, Panel, Stack } from '@solvent/ui';
import { Gavel } from 'lucide-react';
import { useId, useRef } from 'react';
import { MessageLink } from '../person/message-link.tsx';
import { BidFacts, BidState, BidWords } from './bid-facts.tsx';
import { BidSolverLink } from './bid-solver-link.tsx';
import { DecisionActions } from './decision-actions.tsx';

type BidsProblem = Pick<Problem, 'status' | 'budget'>;

function BidPanel({ bid, problem, othersPending }: { bid: Bid; problem: BidsProblem; othersPending: number }) {
  const nameId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isUndecided = bid.status === 'pending' && problem.status === 'open';
  return (
    <Panel as="li">
      <Box ref={panel} tabIndex={-1} outline="0">
        <Flex justify="space-between" align="flex-start" columnGap="4" rowGap="2" wrap="wrap" mb="3">
          <BidSolverLink solver={bid.solver} id={nameId} />
          <BidState bid={bid} />
        </Flex>
        <BidFacts bid={bid} budget={problem.budget} />
        <BidWords bid={bid} />
        <Flex mt="4" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
          {isUndecided ? (
            <DecisionActions bid={bid} othersPending={othersPending} describedBy={nameId} remaining={() => panel.current} />
          ) : null}
          <MessageLink person={bid.solver} problemId={bid.problemId} />
        </Flex>
      </Box>
    </Panel>
  );
}

const isAccepted = ({ status }: Bid) => status === 'accepted';

/** All bids, for who posted the problem: the one that was accepted first. */
export function PosterBids({ bids, problem }: { bids: readonly Bid[]; problem: BidsProblem }) {
  const pending = bids.filter(({ status }) => status === 'pending').length;
  if (bids.length === 0) {
    const text =
      problem.status === 'open'
        ? 'Solvers see your problem now. You are told as soon as somebody bids.'
        : 'Nobody bid while the problem was open.';
    return <Notice icon={Gavel} title="No bids yet" text={text} />;
  }
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {[...bids.filter(isAccepted), ...bids.filter((bid) => !isAccepted(bid))].map((bid) => (
        <BidPanel key={bid._id} bid={bid} problem={problem} othersPending={pending - 1} />
      ))}
    </Stack>
  );
}
