import type { Bid, Problem } from '@solvent/contracts';
import { Box, Flex, Panel, Text } from '@solvent/ui';
import { useId, useRef } from 'react';
import { MessageLink } from '../person/message-link.tsx';
import { BidFacts, BidState, BidWords } from './bid-facts.tsx';
import { WithdrawButton } from './own-bid-actions.tsx';

const isOver = ({ status }: Bid) => status === 'withdrawn' || status === 'rejected';

/** What a solver's own bid has come to. It is changed with the page's main action. */
export function OwnBid({ bid, problem }: { bid: Bid; problem: Pick<Problem, 'status' | 'budget' | 'user'> }) {
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
