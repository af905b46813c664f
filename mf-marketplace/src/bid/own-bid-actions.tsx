import type { Bid } from '@solvent/contracts';
import { Button, confirm, lazyComponent } from '@solvent/ui';
import { useWithdrawBid } from '../api/bid-change.ts';
import { ignoreStaleWrite } from '../api/stale-write.ts';

export const BidDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './bid-dialog.tsx'));
export const ProblemChangesDialog = lazyComponent(
  () => import(/* webpackChunkName: "bid-dialog" */ './problem-changes-dialog.tsx'),
);

interface Decision {
  button: HTMLElement;
  getFallbackFocus: () => HTMLElement | null;
  decide: () => Promise<unknown>;
}

/** Options of {@link confirm} for a decision that removes its own button. A stale write closes the dialog like a success. */
export function getConfirmOptions({ button, getFallbackFocus, decide }: Decision) {
  let isDecided = false;
  const run = async () => {
    await decide().catch(ignoreStaleWrite);
    isDecided = true;
  };
  // A live event may remove the button before the response arrives.
  return { run, finalFocusEl: () => (isDecided || !button.isConnected ? getFallbackFocus() : button) };
}

export function useConfirmWithdraw(bid: Bid, getFallbackFocus: Decision['getFallbackFocus']): (button: HTMLElement) => void {
  const { mutateAsync: withdraw } = useWithdrawBid();
  return (button) =>
    void confirm({
      title: 'Withdraw your bid?',
      text: 'The poster can no longer accept it. You can bid again while the problem is open.',
      action: 'Withdraw',
      busyAction: 'Withdrawing…',
      destructive: true,
      ...getConfirmOptions({ button, getFallbackFocus, decide: () => withdraw(bid._id) }),
    });
}

interface WithdrawProps extends Pick<Decision, 'getFallbackFocus'> {
  bid: Bid;
  describedBy: string;
}

export function WithdrawButton({ bid, describedBy, getFallbackFocus }: WithdrawProps) {
  const confirmWithdraw = useConfirmWithdraw(bid, getFallbackFocus);
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-describedby={describedBy}
      onClick={({ currentTarget }) => confirmWithdraw(currentTarget)}
    >
      Withdraw
    </Button>
  );
}
