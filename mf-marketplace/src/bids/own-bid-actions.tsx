import type { Bid, MyBid } from '@solvent/contracts';
import { Button, loadAskDialog } from '@solvent/ui';
import { useState } from 'react';
import { BidDialog } from './bid-dialog.tsx';
import { isOvertaken } from './use-bid-change.ts';
import { useDecision } from './use-decision.ts';
import { useWithdrawBid } from './withdraw-bid.ts';

interface OwnBidProps {
  bid: Bid;
  /** Id of the element that says which bid it is. */
  describedBy: string;
}

interface EditBidProps extends OwnBidProps {
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
}

interface WithdrawProps extends OwnBidProps {
  /** What has the focus once the button is gone. */
  remaining: () => HTMLElement | null;
}

/** Changes a pending bid. */
export function EditBidButton({ bid, problem, describedBy }: EditBidProps) {
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

/** Withdraws a pending bid; asks once. */
export function WithdrawButton({ bid, describedBy, remaining }: WithdrawProps) {
  const { ask, close, settle, Dialog, finalFocusEl } = useDecision(loadAskDialog, remaining);
  const withdraw = useWithdrawBid();
  const confirm = () =>
    withdraw.mutate(bid._id, { onSuccess: settle, onError: (error) => (isOvertaken(error) ? settle() : undefined) });
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={ask}>
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
