import { REVIEW } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { confirm, lazyComponent, useDialogState } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { getSide, isRevising } from '../../agreement/agreement-steps.ts';
import { useConfirmPayment } from '../../api/agreements.ts';
import { ignoreStaleWrite } from '../../api/stale-write.ts';
import { useChangeStatus } from '../../api/problem-status.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { getReturnFocus } from '../../problem/focus.ts';
import { isPoster } from './viewer.ts';

const RequestChangesDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/request-changes-dialog.tsx'),
);
const EndAgreementDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/end-agreement-dialog.tsx'),
);
const DeliverDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/deliver-dialog.tsx'),
);
const MarkPaidDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/mark-paid-dialog.tsx'),
);
const ChangeDialog = lazyComponent(() => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/change-dialog.tsx'));
const DisputeDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/dispute-dialog.tsx'),
);

type FormName = 'request-changes' | 'mark-paid' | 'end-agreement' | 'deliver' | 'change' | 'dispute';
type ConfirmName = 'close' | 'solve' | 'confirm-payment';

export type ProblemDialog = FormName | ConfirmName;

function getOtherPerson({ agreement, acceptedBid, user }: DetailedProblem, isOwner: boolean): PersonSummary | undefined {
  if (!isOwner) return user;
  return agreement && agreement.status !== 'ended' ? agreement.solver : acceptedBid?.solver;
}

interface OpenForm {
  form: FormName;
  /** Name when the dialog opened: the problem may change meanwhile. */
  other: string;
  finalFocusEl: () => HTMLElement | null;
}

function OpenedForm({ problem, opened, ...dialog }: { problem: DetailedProblem; opened: OpenForm } & DialogState) {
  const viewerId = useSession((state) => state.userData?._id);
  const { form, other, finalFocusEl } = opened;
  const { agreement } = problem;
  const shared = { ...dialog, finalFocusEl };
  if (form === 'end-agreement')
    return (
      <EndAgreementDialog
        {...shared}
        problemId={problem._id}
        other={other}
        deliveredAgreementId={agreement?.delivery ? agreement._id : null}
      />
    );
  const side = agreement && getSide(agreement, viewerId);
  if (!agreement || !side) return null;
  if (form === 'deliver') return <DeliverDialog {...shared} agreement={agreement} />;
  if (form === 'request-changes') return <RequestChangesDialog {...shared} agreement={agreement} />;
  if (form === 'mark-paid') return <MarkPaidDialog {...shared} agreement={agreement} />;
  if (form === 'change') return <ChangeDialog {...shared} agreement={agreement} other={other} />;
  return <DisputeDialog {...shared} agreement={agreement} side={side} other={other} />;
}

interface DialogState {
  onClose: () => void;
  onLoadError: () => void;
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
  const [opened, setOpened] = useState<OpenForm>();
  const getConfirmOptions = useConfirmOptions(problem);
  const openDialog = (name: ProblemDialog) => {
    const finalFocusEl = getReturnFocus();
    const other = getOtherPerson(problem, isPoster(problem, viewerId))?.name ?? 'the solver';
    if (name === 'close' || name === 'solve' || name === 'confirm-payment') {
      void confirm({ ...getConfirmOptions(name, other), finalFocusEl });
      return;
    }
    setOpened({ form: name, other, finalFocusEl });
    open();
  };
  const dialog =
    isOpen && opened ? <OpenedForm problem={problem} opened={opened} onClose={close} onLoadError={onLoadError} /> : null;
  return { openDialog, dialog };
}
