import type { Bid } from '@solvent/contracts';
import { SignInLink } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { consumePendingAction, requestDialog, useSession } from '@solvent/store';
import { Button, Span, Text, useDialogState } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';
import { BidDialog, ProblemChangesDialog } from '../../bid/own-bid-actions.tsx';
import { focusSection, getReturnFocus } from '../../problem/focus.ts';
import { BIDS_ID } from './problem-body.tsx';
import { RATINGS_ID } from './ratings.tsx';
import { getCounterpart, getMainAction, getNoBidsReason, INVITE_ID } from './viewer.ts';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import type { MainAction as Action } from './viewer.ts';

/** On small screens, wraps below the facts only if its whole label does not fit beside them. */
export const MAIN_ACTION_STYLE = { flex: { base: '1 1 auto', lg: 'none' }, minW: '44px', w: { lg: 'full' } } as const;

const LABELS: Record<Exclude<Action, 'sign-in' | 'rate'>, string> = {
  'become-solver': 'Become a solver to bid',
  'place-bid': 'Place bid',
  'edit-bid': 'Edit bid',
  'confirm-bid': 'See what changed',
  'invite-solvers': 'Invite solvers',
  'review-bids': 'Review bids',
  'write-view': 'Write your view',
  'mark-delivered': 'Mark delivered',
  'mark-solved': 'Mark solved',
  'mark-paid': 'Mark as paid',
  'confirm-payment': 'Confirm payment',
};

/** Not inside the button: the problem may change while the user types. */
function useBidDialog(problem: DetailedProblem): { openBidDialog: (bid: Bid | null) => void; dialog: ReactNode } {
  const { isOpen, open, close, onLoadError } = useDialogState();
  const [bid, setBid] = useState<Bid | null>(null);
  const openBidDialog = (changed: Bid | null) => {
    setBid(changed);
    open();
  };
  const state = { onClose: close, onLoadError };
  const dialog = bid?.unconfirmedSince ? (
    <ProblemChangesDialog {...state} bid={problem.myBid ?? bid} finalFocusEl={getReturnFocus()} />
  ) : (
    <BidDialog {...state} problem={problem} bid={bid} />
  );
  return { openBidDialog, dialog: isOpen ? dialog : null };
}

/** Continues the bid that a visitor or a seeker began: opens the role switch if necessary, then the form (product 2.63). */
function useResumedBid({ _id }: DetailedProblem, action: Action | null, openForm: () => void): () => void {
  const isBegun = useRef(false);
  const beginAsSolver = () => {
    isBegun.current = true;
    requestDialog('solver-switch-dialog');
  };
  const resume = useEffectEvent(() => {
    const isPending = action !== 'sign-in' && consumePendingAction('bid') === _id;
    if (isPending && action === 'become-solver') beginAsSolver();
    if (action !== 'place-bid' || !(isPending || isBegun.current)) return;
    isBegun.current = false;
    openForm();
  });
  useEffect(() => resume(), [action]);
  return beginAsSolver;
}

interface MainActionProps {
  problem: DetailedProblem;
  openDialog: (dialog: ProblemDialog) => void;
}

/** The viewer's main action, or why there is none (product 2.19, 2.42). */
export function MainAction({ problem, openDialog }: MainActionProps) {
  const viewer = useSession((state) => state.userData);
  const [params] = useSearchParams();
  const isInOtherTab = ['questions', 'brief'].includes(params.get('tab') ?? '');
  const { openBidDialog, dialog } = useBidDialog(problem);
  const action = getMainAction(problem, viewer);
  const beginAsSolver = useResumedBid(problem, action, () => openBidDialog(null));
  if (action === 'sign-in')
    return (
      <SignInLink purpose={`bid on "${problem.title}"`} action={{ kind: 'bid', id: problem._id }} {...MAIN_ACTION_STYLE}>
        Sign in to bid
      </SignInLink>
    );
  const reason = getNoBidsReason(problem, viewer);
  const handlers = {
    'become-solver': beginAsSolver,
    'place-bid': () => openBidDialog(null),
    'edit-bid': () => openBidDialog(problem.myBid),
    'confirm-bid': () => openBidDialog(problem.myBid),
    'invite-solvers': () => focusSection(INVITE_ID),
    'review-bids': () => focusSection(BIDS_ID),
    'write-view': () => openDialog('dispute'),
    'mark-delivered': () => openDialog('deliver'),
    'mark-solved': () => openDialog('solve'),
    'mark-paid': () => openDialog('mark-paid'),
    'confirm-payment': () => openDialog('confirm-payment'),
    rate: () => focusSection(RATINGS_ID),
  };
  return (
    <>
      {action ? (
        // A key per action: a double click must not trigger the action that replaces it.
        <Button
          key={action}
          {...MAIN_ACTION_STYLE}
          // The bids, unless in another tab, have the primary action.
          variant={action === 'review-bids' && !isInOtherTab ? 'outline' : 'solid'}
          onClick={handlers[action]}
        >
          <Span truncate>{action === 'rate' ? `Rate ${getCounterpart(problem, viewer)?.name ?? ''}` : LABELS[action]}</Span>
        </Button>
      ) : null}
      {action === 'mark-solved' && problem.agreement ? (
        <Button
          {...MAIN_ACTION_STYLE}
          variant="outline"
          colorPalette="gray"
          ms={{ base: '2', lg: '0' }}
          mt={{ lg: '2' }}
          onClick={() => openDialog('request-changes')}
        >
          <Span truncate>Ask for changes</Span>
        </Button>
      ) : null}
      {reason ? (
        <Text
          color="fg.muted"
          textStyle={{ base: 'meta', lg: 'ui' }}
          // A row of its own on phones, where a bidder's link to messages would move it.
          w={{ base: 'calc(100vw - 2rem)', md: 'auto' }}
        >
          {reason}
        </Text>
      ) : null}
      {dialog}
    </>
  );
}
