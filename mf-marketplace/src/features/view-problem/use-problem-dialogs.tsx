import { REVIEW } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { confirm, lazyComponent, useDialogState } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AgreementDialogName } from '../../agreement/agreement-dialog.tsx';
import { isRevising } from '../../agreement/agreement-steps.ts';
import { useConfirmPayment } from '../../api/agreements.ts';
import { ignoreStaleWrite } from '../../api/stale-write.ts';
import { useChangeStatus } from '../../api/problem-status.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { getReturnFocus } from '../../problem/focus.ts';
import { isPoster } from './viewer.ts';

const AgreementDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/agreement-dialog.tsx'),
);

type ConfirmName = 'close' | 'solve' | 'confirm-payment';

export type ProblemDialog = AgreementDialogName | ConfirmName;

function getOtherPerson({ agreement, acceptedBid, user }: DetailedProblem, isOwner: boolean): PersonSummary | undefined {
  if (!isOwner) return user;
  return agreement && agreement.status !== 'ended' ? agreement.solver : acceptedBid?.solver;
}

interface OpenedForm {
  name: AgreementDialogName;
  /** Name when the dialog opened: the problem may change meanwhile. */
  other: string;
  finalFocusEl: () => HTMLElement | null;
}

/** Warns before solving; undefined if the work is delivered. */
function getUndeliveredText(agreement: DetailedProblem['agreement'], other: string): string | undefined {
  if (agreement && isRevising(agreement)) return `${other} hasn’t delivered the changes yet`;
  return agreement && !agreement.delivery ? 'Nothing has been delivered yet' : undefined;
}

function useConfirmOptions(problem: DetailedProblem) {
  const { mutateAsync: change } = useChangeStatus(problem._id);
  const { mutateAsync: confirmPayment } = useConfirmPayment(problem.agreement?._id ?? '');
  const price = formatMoney(toCents(problem.agreement?.amount ?? 0));
  return (name: ConfirmName, other: string) => {
    const warning = getUndeliveredText(problem.agreement, other);
    const options = {
      close: {
        title: 'Close this problem?',
        text: 'No one can bid on it while it is closed. You can reopen it at any time.',
        action: 'Close problem',
        busyAction: 'Closing…',
        destructive: true,
        run: () => change({ to: 'closed', successText: 'Problem closed' }),
      },
      solve: {
        title: warning ?? 'Mark this problem solved?',
        text: `${warning ? 'You can still mark the problem solved. ' : ''}This confirms that the work of ${other} is done, and can’t be undone. You can rate each other for ${REVIEW.days} days.`,
        action: 'Mark solved',
        busyAction: 'Saving…',
        run: () => change({ to: 'solved', successText: 'Problem solved' }),
      },
      'confirm-payment': {
        title: 'Have you received the payment?',
        text: `You confirm that ${price} arrived. ${other} will be notified. You can’t undo this.`,
        action: 'Confirm payment',
        busyAction: 'Saving…',
        run: () => confirmPayment(undefined),
      },
    } as const;
    const { run, ...texts } = options[name];
    return { ...texts, run: () => run().catch(ignoreStaleWrite) };
  };
}

export function useProblemDialogs(problem: DetailedProblem): { openDialog: (name: ProblemDialog) => void; dialog: ReactNode } {
  const viewerId = useSession((state) => state.userData?._id);
  const { isOpen, open, close, onLoadError } = useDialogState();
  const [opened, setOpened] = useState<OpenedForm>();
  const getConfirmOptions = useConfirmOptions(problem);
  const openDialog = (name: ProblemDialog) => {
    const finalFocusEl = getReturnFocus();
    const other = getOtherPerson(problem, isPoster(problem, viewerId))?.name ?? 'the solver';
    if (name === 'close' || name === 'solve' || name === 'confirm-payment') {
      void confirm({ ...getConfirmOptions(name, other), finalFocusEl });
      return;
    }
    setOpened({ name, other, finalFocusEl });
    open();
  };
  const dialog =
    isOpen && opened && viewerId ? (
      <AgreementDialog {...opened} problem={problem} userId={viewerId} onClose={close} onLoadError={onLoadError} />
    ) : null;
  return { openDialog, dialog };
}
