import type { Bid } from '@solvent/contracts';
import { requestDialog, useSession } from '@solvent/store';
import { Button, Span, Text, useDialogState } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';
import { BidDialog } from '../../bid/own-bid-actions.tsx';
import { goTo } from '../../problem/go-to.ts';
import { SignInLink } from '../../problem/sign-in-link.tsx';
import { BIDS_ID } from './bids-and-questions.tsx';
import { RATINGS_ID } from './ratings.tsx';
import type { Asked } from './use-problem-dialogs.tsx';
import { counterpartOf, mainActionOf, whyNoBids } from './viewer.ts';
import type { MainAction as Action } from './viewer.ts';

/** Full width in the side card, side by side in the bar of small screens. */
export const MAIN_LOOK = { flex: { base: '1 1 132px', lg: 'none' }, w: { lg: 'full' } } as const;

const LABELS: Record<Exclude<Action, 'sign-in' | 'rate'>, string> = {
  'become-solver': 'Become a solver to bid',
  'place-bid': 'Place bid',
  'edit-bid': 'Edit bid',
  'review-bids': 'Review bids',
  'mark-delivered': 'Mark delivered',
  'mark-solved': 'Mark solved',
  'say-paid': 'I have paid',
  'say-received': 'I have received it',
};

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

interface MainActionProps {
  problem: DetailedProblem;
  ask: (asked: Asked) => void;
}

/** The one right action for this viewer, or why there is none (product 2.19 and 2.42). */
export function MainAction({ problem, ask }: MainActionProps) {
  const viewer = useSession((state) => state.userData);
  const { openDialog, dialog } = useBidDialog(problem);
  const action = mainActionOf(problem, viewer);
  if (action === 'sign-in') return <SignInLink {...MAIN_LOOK}>Sign in to bid</SignInLink>;
  const why = whyNoBids(problem, viewer);
  const does = {
    'become-solver': () => requestDialog('solver-switch-dialog'),
    'place-bid': () => openDialog(null),
    'edit-bid': () => openDialog(problem.myBid),
    'review-bids': () => goTo(BIDS_ID),
    'mark-delivered': () => ask('deliver'),
    'mark-solved': () => ask('solve'),
    'say-paid': () => ask('say-paid'),
    'say-received': () => ask('say-received'),
    rate: () => goTo(RATINGS_ID),
  };
  return (
    <>
      {action ? (
        // Another action is another button: a second press meant for the one before must not reach it.
        <Button key={action} {...MAIN_LOOK} onClick={does[action]}>
          <Span truncate>{action === 'rate' ? `Rate ${counterpartOf(problem, viewer)?.name ?? ''}` : LABELS[action]}</Span>
        </Button>
      ) : null}
      {why ? (
        <Text color="fg.muted" textStyle={{ base: 'meta', lg: 'ui' }} flex={{ base: '1 1 132px', lg: 'none' }}>
          {why}
        </Text>
      ) : null}
      {dialog}
    </>
  );
}
