import type { Bid, Problem } from '@solvent/contracts';
import { Box, Flex, Panel, Text } from '@solvent/ui';
import { useId, useRef } from 'react';
import { BidFacts, BidState, BidWords } from './bid-facts.tsx';
import { OwnBidActions } from './own-bid-actions.tsx';

type OwnBidProblem = Pick<Problem, '_id' | 'title' | 'status' | 'budget'>;

const isOver = ({ status }: Bid) => status === 'withdrawn' || status === 'rejected';

/** What a solver's own bid has come to, and what can be done with it. */
export function OwnBid({ bid, problem }: { bid: Bid; problem: OwnBidProblem }) {
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
        {bid.status === 'pending' ? (
          <Flex gap="2" wrap="wrap" mt="4">
            <OwnBidActions bid={bid} problem={problem} describedBy={factsId} finalFocusEl={() => panel.current} />
          </Flex>
        ) : null}
        {isOver(bid) && problem.status === 'open' ? (
          <Text color="fg.muted" mt="4">
            You can bid again while the problem is open.
          </Text>
        ) : null}
      </Box>
    </Panel>
  );
}
