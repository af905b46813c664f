import type { Bid } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Button, useDialogState } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';
import { BidDialog } from '../../bid/own-bid-actions.tsx';
import { SignInLink } from '../../problem/sign-in-link.tsx';
import { mainActionOf } from './viewer.ts';
import type { MainAction as Action } from './viewer.ts';

export const BIDS_ID = 'bids';

/** Full width in the side card, side by side in the bar of small screens. */
export const MAIN_LOOK = { flex: { base: '1 1 132px', lg: 'none' }, w: { lg: 'full' } } as const;

const LABELS: Record<Exclude<Action, 'sign-in'>, string> = {
  'place-bid': 'Place bid',
  'edit-bid': 'Edit bid',
  'review-bids': 'Review bids',
  'mark-solved': 'Mark solved',
};

function goToBids(): void {
  const bids = document.getElementById(BIDS_ID);
  bids?.scrollIntoView({ block: 'start' });
  bids?.focus({ preventScroll: true });
}

/** The dialog outlives its button: the problem may change under what is being typed. */
function useBidDialog(problem: DetailedProblem): { openDialog: (bid: Bid | null) => void; dialog: ReactNode } {
  const { isOpen, open, close, onLoadError } = useDialogState();
  const [bid, setBid] = useState<Bid | null>(null);
  const openDialog = (changed: Bid | null) => {
    setBid(changed);
    open();
  };
  const dialog = isOpen ? <BidDialog problem={problem} bid={bid} onClose={close} onLoadError={onLoadError} /> : null;
  return { openDialog, dialog };
}

/** The one right action for this viewer (product 2.19). */
export function MainAction({ problem, onSolve }: { problem: DetailedProblem; onSolve: () => void }) {
  const viewer = useSession((state) => state.userData);
  const { openDialog, dialog } = useBidDialog(problem);
  const action = mainActionOf(problem, viewer);
  if (action === 'sign-in') return <SignInLink {...MAIN_LOOK}>Sign in to bid</SignInLink>;
  const does = {
    'place-bid': () => openDialog(null),
    'edit-bid': () => openDialog(problem.myBid),
    'review-bids': goToBids,
    'mark-solved': onSolve,
  };
  return (
    <>
      {action ? (
        <Button {...MAIN_LOOK} onClick={does[action]}>
          {LABELS[action]}
        </Button>
      ) : null}
      {dialog}
    </>
  );
}
