import type { Bid, MyBid } from '@solvent/contracts';
import { Button, confirm, lazyComponent, useDialogState } from '@solvent/ui';
import type { MouseEvent } from 'react';
import { useWithdrawBid } from '../api/bid-changes.ts';
import { isOvertaken } from '../api/overtaken.ts';

export const BidDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './bid-dialog.tsx'));

interface OwnBidProps {
  bid: Bid;
  describedBy: string;
}

interface EditBidProps extends OwnBidProps {
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
}

export function EditBidButton({ bid, problem, describedBy }: EditBidProps) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={open}>
        Edit bid
      </Button>
      {isOpen ? <BidDialog problem={problem} bid={bid} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

interface Decision {
  button: HTMLElement;
  /** What has the focus once the button is gone. */
  remaining: () => HTMLElement | null;
  decide: () => Promise<unknown>;
}

/**
 * A change of a bid whose button goes with it, for {@link confirm}: what was overtaken closes the dialog as what was done does,
 * and then the focus goes to what remains.
 */
export function decision({ button, remaining, decide }: Decision) {
  let isDecided = false;
  const run = async () => {
    try {
      await decide();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    isDecided = true;
  };
  // Who looks on may see the button go before the answer is there.
  return { run, finalFocusEl: () => (isDecided || !button.isConnected ? remaining() : button) };
}

interface WithdrawProps extends OwnBidProps, Pick<Decision, 'remaining'> {}

export function WithdrawButton({ bid, describedBy, remaining }: WithdrawProps) {
  const { mutateAsync: withdraw } = useWithdrawBid();
  const ask = ({ currentTarget: button }: MouseEvent<HTMLElement>) =>
    confirm({
      title: 'Withdraw your bid?',
      text: 'It no longer counts. You can bid again for as long as the problem is open.',
      action: 'Withdraw',
      busyAction: 'Withdrawing…',
      destructive: true,
      ...decision({ button, remaining, decide: () => withdraw(bid._id) }),
    });
  return (
    <Button size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={(event) => void ask(event)}>
      Withdraw
    </Button>
  );
}
