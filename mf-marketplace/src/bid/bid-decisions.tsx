import type { Bid } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { Button, confirm, lazyComponent, Text, toast, useDialogState } from '@solvent/ui';
import { Check } from 'lucide-react';
import { useId, useRef } from 'react';
import type { MouseEvent } from 'react';
import { useAcceptBid } from '../api/bid-changes.ts';
import { getConfirmOptions } from './own-bid-actions.tsx';

const RejectDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './reject-dialog.tsx'));

interface DecisionProps {
  bid: Bid;
  describedBy: string;
  getFallbackFocus: () => HTMLElement | null;
}

function Consequences({ name, othersPending }: { name: string; othersPending: number }) {
  const others = { 0: '', 1: ' The other pending bid is rejected.' }[othersPending];
  return (
    <>
      <bdi>{name}</bdi> is told at once, and the problem is in progress.
      {others ?? ` The other ${othersPending} pending bids are rejected.`}
    </>
  );
}

interface AcceptProps extends DecisionProps {
  othersPending: number;
  onAccepted?: () => void;
}

export function AcceptButton({ bid, othersPending, describedBy, getFallbackFocus, onAccepted }: AcceptProps) {
  const reasonId = useId();
  const { mutateAsync: accept } = useAcceptBid();
  const decide = async () => {
    await accept(bid);
    onAccepted?.();
  };
  const ask = ({ currentTarget: button }: MouseEvent<HTMLElement>) =>
    confirm({
      title: `Accept this bid of ${formatMoney(toCents(bid.amount))}?`,
      text: <Consequences name={bid.solver.name} othersPending={othersPending} />,
      action: 'Accept',
      busyAction: 'Accepting…',
      ...getConfirmOptions({ button, getFallbackFocus, decide }),
    });
  const isUnconfirmed = Boolean(bid.unconfirmedSince);
  const unconfirmedText = `${bid.solver.name} has to confirm this bid first, because you changed the problem.`;
  return (
    <>
      <Button
        size="sm"
        aria-describedby={isUnconfirmed ? `${describedBy} ${reasonId}` : describedBy}
        aria-disabled={isUnconfirmed}
        onClick={(event) => (isUnconfirmed ? toast.info(unconfirmedText) : void ask(event))}
      >
        <Check size={16} aria-hidden />
        Accept
      </Button>
      {isUnconfirmed ? (
        <Text id={reasonId} textStyle="meta" color="fg.muted" ms={{ md: '2' }} overflowWrap="anywhere">
          {unconfirmedText}
        </Text>
      ) : null}
    </>
  );
}

/** @returns `openDialog` takes the element that gets the focus back after Cancel */
export function useReject({ bid, getFallbackFocus }: Omit<DecisionProps, 'describedBy'>) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  const button = useRef<HTMLElement>(null);
  const ask = (opener: HTMLElement) => {
    button.current = opener;
    open();
  };
  const dialog = isOpen ? (
    <RejectDialog bid={bid} button={button} getFallbackFocus={getFallbackFocus} onClose={close} onLoadError={onLoadError} />
  ) : null;
  return { ask, dialog };
}
