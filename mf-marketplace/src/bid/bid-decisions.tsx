import type { Bid } from '@solvent/contracts';
import { formatMoney, MONTHS, toCents } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
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

function Consequences({ bid, othersPending }: { bid: Bid; othersPending: number }) {
  const others = { 0: '', 1: 'The other bid is declined. ' }[othersPending] ?? `The other ${othersPending} bids are declined. `;
  return (
    <>
      {others}You pay <bdi>{bid.solver.name}</bdi> directly; Solvent does not hold money.
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

function formatDueDay({ estimatedDays }: Bid): string {
  const due = new Date(getServerTime() + estimatedDays * DAY_MS);
  return `${MONTHS[due.getMonth()]} ${due.getDate()}`;
}

interface AcceptProps extends DecisionProps {
  othersPending: number;
  /** Where the price is shown beside the button. */
  isShort?: boolean;
  onAccepted?: () => void;
}

export function AcceptButton({ bid, othersPending, describedBy, getFallbackFocus, isShort = false, onAccepted }: AcceptProps) {
  const reasonId = useId();
  const { mutateAsync: accept } = useAcceptBid();
  const decide = async () => {
    await accept(bid);
    onAccepted?.();
  };
  const price = formatMoney(toCents(bid.amount));
  const confirmAccept = ({ currentTarget: button }: MouseEvent<HTMLElement>) =>
    confirm({
      title: `Hire ${bid.solver.name} for ${price}, due ${formatDueDay(bid)}?`,
      text: <Consequences bid={bid} othersPending={othersPending} />,
      action: `Accept ${price} bid`,
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
        onClick={(event) => (isUnconfirmed ? toast.info(unconfirmedText) : void confirmAccept(event))}
      >
        <Check size={16} aria-hidden />
        {isShort ? 'Accept' : `Accept ${price} bid`}
      </Button>
      {isUnconfirmed ? (
        <Text id={reasonId} textStyle="meta" color="fg.muted" flex="1 1 200px" overflowWrap="anywhere">
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
  const openDialog = (opener: HTMLElement) => {
    button.current = opener;
    open();
  };
  const dialog = isOpen ? (
    <RejectDialog bid={bid} button={button} getFallbackFocus={getFallbackFocus} onClose={close} onLoadError={onLoadError} />
  ) : null;
  return { openDialog, dialog };
}
