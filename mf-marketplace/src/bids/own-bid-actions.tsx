import type { Bid, MyBid } from '@solvent/contracts';
import { Button } from '@solvent/ui';
import { useState } from 'react';
import { BidDialog } from './bid-dialog.tsx';
import { isOvertaken } from './use-bid-change.ts';
import { loadAskDialog, useAsking } from './use-asking.ts';
import { useWithdrawBid } from './withdraw-bid.ts';

interface OwnBidActionsProps {
  bid: Bid;
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
  /** Id of the element that says which bid it is. */
  describedBy: string;
  /** Takes the focus once the buttons are gone. */
  finalFocusEl: () => HTMLElement | null;
}

function EditButton({ bid, problem, describedBy }: OwnBidActionsProps) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={() => setEditing(true)}>
        Edit bid
      </Button>
      <BidDialog problem={problem} bid={bid} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function WithdrawButton({ bid, describedBy, finalFocusEl }: OwnBidActionsProps) {
  const { ask, close, Dialog } = useAsking(loadAskDialog);
  const withdraw = useWithdrawBid();
  const confirm = () =>
    withdraw.mutate(bid._id, { onSuccess: close, onError: (error) => (isOvertaken(error) ? close() : undefined) });
  return (
    <>
      <Button size="sm" variant="ghost" colorPalette="gray" aria-describedby={describedBy} onClick={ask}>
        Withdraw
      </Button>
      {Dialog ? (
        <Dialog
          title="Withdraw your bid?"
          text="It no longer counts. You can bid again for as long as the problem is open."
          action="Withdraw"
          busyAction="Withdrawing…"
          busy={withdraw.isPending}
          destructive
          onConfirm={confirm}
          onClose={close}
          finalFocusEl={finalFocusEl}
        />
      ) : null}
    </>
  );
}

/** What a solver may do with the own pending bid. */
export function OwnBidActions(props: OwnBidActionsProps) {
  return (
    <>
      <EditButton {...props} />
      <WithdrawButton {...props} />
    </>
  );
}
