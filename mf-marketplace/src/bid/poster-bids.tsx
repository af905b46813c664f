import type { Bid, BidSolver, Problem } from '@solvent/contracts';
import { formatMoney, PersonLink, toCents } from '@solvent/kit';
import {
  Box,
  Button,
  confirm,
  EmptyState,
  Flex,
  lazyComponent,
  Panel,
  PersonAvatar,
  Span,
  Stack,
  Text,
  useDialogState,
} from '@solvent/ui';
import { Check, Gavel, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { MouseEvent } from 'react';
import { useAcceptBid } from '../api/bid-changes.ts';
import { MessageLink } from '../problem/message-link.tsx';
import { PersonRating } from '../problem/person-rating.tsx';
import { BidFacts, BidState, BidWords } from './bid-facts.tsx';
import { decision } from './own-bid-actions.tsx';

const RejectDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './reject-dialog.tsx'));

interface DecisionProps {
  bid: Bid;
  describedBy: string;
  /** What has the focus once the buttons are gone. */
  remaining: () => HTMLElement | null;
}

function consequences(name: string, othersPending: number): string {
  const others = { 0: '', 1: ' The other pending bid is rejected.' }[othersPending];
  return `${name} is told at once, and the problem is in progress.${others ?? ` The other ${othersPending} pending bids are rejected.`}`;
}

function AcceptButton({ bid, othersPending, describedBy, remaining }: DecisionProps & { othersPending: number }) {
  const { mutateAsync: accept } = useAcceptBid();
  const ask = ({ currentTarget: button }: MouseEvent<HTMLElement>) =>
    confirm({
      title: `Accept this bid of ${formatMoney(toCents(bid.amount))}?`,
      text: consequences(bid.solver.name, othersPending),
      action: 'Accept',
      busyAction: 'Accepting…',
      ...decision({ button, remaining, decide: () => accept(bid._id) }),
    });
  return (
    <Button size="sm" aria-describedby={describedBy} onClick={(event) => void ask(event)}>
      <Check size={16} aria-hidden />
      Accept
    </Button>
  );
}

function RejectButton({ bid, describedBy, remaining }: DecisionProps) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={open}>
        <X size={16} aria-hidden />
        Reject
      </Button>
      {isOpen ? <RejectDialog bid={bid} button={button} remaining={remaining} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

function Solver({ solver, id }: { solver: BidSolver; id: string }) {
  return (
    <Flex align="center" gap="2.5" minW="0">
      <PersonAvatar person={solver} diameter={32} />
      <Flex direction="column" minW="0">
        <Span id={id}>
          <PersonLink person={solver} />
        </Span>
        {solver.rating === null ? (
          <Text textStyle="meta" color="fg.subtle">
            Not rated yet
          </Text>
        ) : (
          <PersonRating {...solver} />
        )}
      </Flex>
    </Flex>
  );
}

type BidsProblem = Pick<Problem, 'status' | 'budget'>;

function BidPanel({ bid, problem, othersPending }: { bid: Bid; problem: BidsProblem; othersPending: number }) {
  const nameId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isUndecided = bid.status === 'pending' && problem.status === 'open';
  const decided = { bid, describedBy: nameId, remaining: () => panel.current };
  return (
    <Panel as="li">
      <Box ref={panel} tabIndex={-1} outline="0">
        <Flex justify="space-between" align="flex-start" columnGap="4" rowGap="2" wrap="wrap" mb="3">
          <Solver solver={bid.solver} id={nameId} />
          <BidState bid={bid} />
        </Flex>
        <BidFacts bid={bid} budget={problem.budget} />
        <BidWords bid={bid} />
        <Flex mt="4" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
          {isUndecided ? (
            <Flex gap="2" wrap="wrap">
              <AcceptButton {...decided} othersPending={othersPending} />
              <RejectButton {...decided} />
            </Flex>
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
    return <EmptyState icon={Gavel} title="No bids yet" text={text} />;
  }
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {[...bids.filter(isAccepted), ...bids.filter((bid) => !isAccepted(bid))].map((bid) => (
        <BidPanel key={bid._id} bid={bid} problem={problem} othersPending={pending - 1} />
      ))}
    </Stack>
  );
}
