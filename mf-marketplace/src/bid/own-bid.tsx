import type { Bid, Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { Box, Button, Flex, Stack, Text, useDialogState } from '@solvent/ui';
import { useId, useRef, useState } from 'react';
import { problemBidsOptions } from '../api/bids.ts';
import { LOWER_PART, SideCard } from '../problem/side-card.tsx';
import { BidFacts, BidMessage, BidPreview, BidReason, BidState } from './bid-facts.tsx';
import { BidDialog, ProblemChangesDialog, WithdrawButton } from './own-bid-actions.tsx';

interface OwnBidProps {
  problem: Pick<Problem, '_id' | 'title' | 'status' | 'budget' | 'user'>;
}

/** Fits in four lines of the card. */
const SHORT_MESSAGE = 150;

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
      <Button ref={button} size="sm" variant="outline" mt="2" onClick={open}>
        See what changed
      </Button>
      {isOpen ? <ProblemChangesDialog bid={bid} finalFocusEl={finalFocusEl} onClose={close} onLoadError={onLoadError} /> : null}
    </Box>
  );
}

function OwnBid({ bid, problem }: { bid: Bid } & OwnBidProps) {
  const factsId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const editing = useDialogState();
  const isPending = bid.status === 'pending';
  const isLong = bid.message.length > SHORT_MESSAGE || bid.files.length > 0;
  return (
    <Box ref={panel} tabIndex={-1} outline="0">
      <Stack id={factsId} gap="2">
        <BidFacts bid={bid} budget={problem.budget} />
        <BidState bid={bid} />
      </Stack>
      {isPending && bid.unconfirmedSince ? (
        <ConfirmationNotice bid={bid} poster={problem.user.name} getFallbackFocus={() => panel.current} />
      ) : null}
      {isWhole ? <BidMessage bid={bid} /> : <BidPreview bid={bid} />}
      <BidReason bid={bid} />
      <Flex mt="3" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
        {isLong ? (
          <Button
            size="sm"
            variant="ghost"
            colorPalette="gray"
            ms="-3"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            Details
          </Button>
        ) : null}
        {isPending && bid.unconfirmedSince ? (
          <Button size="sm" variant="outline" colorPalette="gray" onClick={editing.open}>
            Edit bid
          </Button>
        ) : null}
        {isPending ? <WithdrawButton bid={bid} describedBy={factsId} getFallbackFocus={() => panel.current} /> : null}
      </Flex>
      {canBidAgain(bid) && problem.status === 'open' ? (
        <Text color="fg.muted" mt="3">
          You can bid again while the problem is open.
        </Text>
      ) : null}
      {editing.isOpen ? (
        <BidDialog problem={problem} bid={bid} onClose={editing.close} onLoadError={editing.onLoadError} />
      ) : null}
    </Box>
  );
}

const getNewest = (bids: readonly Bid[]): Bid | undefined =>
  bids.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];

/** Renders nothing until a bid is known, since most viewers have none. */
export function Component({ problem }: OwnBidProps) {
  const { data, isPending, error, refetch } = useQuery(problemBidsOptions(problem._id));
  const bid = getNewest(data?.bids ?? []);
  if (isPending || (data && !bid)) return null;
  return (
    <SideCard title="Your bid" {...LOWER_PART} mt={{ lg: '0' }}>
      {bid ? (
        <OwnBid bid={bid} problem={problem} />
      ) : (
        <LoadError title="Your bid could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </SideCard>
  );
}
