import type { Bid, Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { Box, Button, Flex, lazyComponent, Panel, Text, useDialogState } from '@solvent/ui';
import { useId, useRef } from 'react';
import { problemBidsOptions } from '../api/bids.ts';
import { MessageLink } from '../problem/message-link.tsx';
import { ProblemSection } from '../problem/problem-section.tsx';
import { BidFacts, BidReason, BidState, BidMessage } from './bid-facts.tsx';
import { WithdrawButton } from './own-bid-actions.tsx';

const ProblemChangesDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './problem-changes-dialog.tsx'));

interface OwnBidProps {
  problem: Pick<Problem, '_id' | 'title' | 'status' | 'budget' | 'user'>;
}

const canBidAgain = ({ status }: Bid) => status === 'withdrawn' || status === 'rejected';

/** The problem changed after the bid, which can't be accepted until its solver confirms it (product 4.11). */
function ConfirmationNotice({
  bid,
  poster,
  getFallbackFocus,
}: {
  bid: Bid;
  poster: string;
  getFallbackFocus: () => HTMLElement | null;
}) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  const button = useRef<HTMLButtonElement>(null);
  const finalFocusEl = () => (button.current?.isConnected ? button.current : getFallbackFocus());
  return (
    <Box role="group" aria-label="Problem changed" bg="brand.subtle" rounded="l2" p="3" mt="4">
      <Text overflowWrap="anywhere">
        <bdi>{poster}</bdi> changed this problem after your bid. Compare the texts, then confirm your bid or withdraw it. Until
        you confirm it, it can’t be accepted.
      </Text>
      <Button ref={button} size="sm" mt="2" onClick={open}>
        See what changed
      </Button>
      {isOpen ? <ProblemChangesDialog bid={bid} finalFocusEl={finalFocusEl} onClose={close} onLoadError={onLoadError} /> : null}
    </Box>
  );
}

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
        {bid.status === 'pending' && bid.unconfirmedSince ? (
          <ConfirmationNotice bid={bid} poster={problem.user.name} getFallbackFocus={() => panel.current} />
        ) : null}
        <BidMessage bid={bid} />
        <BidReason bid={bid} />
        <Flex mt="4" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
          {bid.status === 'pending' ? (
            <WithdrawButton bid={bid} describedBy={factsId} getFallbackFocus={() => panel.current} />
          ) : null}
          {bid.status === 'accepted' ? null : <MessageLink person={problem.user} problemId={bid.problemId} />}
        </Flex>
        {canBidAgain(bid) && problem.status === 'open' ? (
          <Text color="fg.muted" mt="4">
            You can bid again while the problem is open.
          </Text>
        ) : null}
      </Box>
    </Panel>
  );
}

const getNewest = (bids: readonly Bid[]): Bid | undefined =>
  bids.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];

/** Renders nothing until a bid is known, since most viewers have none. */
export function BidForSolver({ problem }: OwnBidProps) {
  const { data, isPending, error, refetch } = useQuery(problemBidsOptions(problem._id));
  const bid = getNewest(data?.bids ?? []);
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
