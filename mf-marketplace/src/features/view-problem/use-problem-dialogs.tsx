import type { PersonSummary } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { confirm, lazyComponent, useDialogState } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sideOf } from '../../agreement/agreement-steps.ts';
import { useSayPaid, useSayReceived } from '../../api/agreements.ts';
import { passOvertaken } from '../../api/overtaken.ts';
import { useChangeStatus } from '../../api/problem-status.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { focusBack } from '../../problem/focus-back.ts';
import { isPoster } from './viewer.ts';

const SolveDialog = lazyComponent(() => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/solve-dialog.tsx'));
const PartDialog = lazyComponent(() => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/part-dialog.tsx'));
const DeliverDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/deliver-dialog.tsx'),
);
const ChangeDialog = lazyComponent(() => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/change-dialog.tsx'));
const DisputeDialog = lazyComponent(
  () => import(/* webpackChunkName: "agreement-dialogs" */ '../../agreement/dispute-dialog.tsx'),
);

type Form = 'solve' | 'part-ways' | 'deliver' | 'change' | 'dispute';
type Question = 'close' | 'say-paid' | 'say-received';

/** What is asked before something changes: a form, or a question. */
export type Asked = Form | Question;

/** The other one of the two, as the viewer knows them. */
function otherOf({ agreement, acceptedBid, user }: DetailedProblem, isOwner: boolean): PersonSummary | undefined {
  if (!isOwner) return user;
  return agreement && agreement.status !== 'ended' ? agreement.solver : acceptedBid?.solver;
}

interface Opened {
  form: Form;
  /** As they are called when it is asked: the problem may change under the dialog. */
  other: string;
  finalFocusEl: () => HTMLElement | null;
}

function OpenedForm({ problem, opened, ...dialog }: { problem: DetailedProblem; opened: Opened } & DialogState) {
  const viewerId = useSession((state) => state.userData?._id);
  const { form, other, finalFocusEl } = opened;
  const { agreement } = problem;
  const shared = { ...dialog, finalFocusEl };
  const solverId = agreement?.solver._id ?? problem.acceptedBid?.solver._id;
  if (form === 'solve') return <SolveDialog {...shared} problemId={problem._id} solver={other} solverId={solverId} />;
  if (form === 'part-ways')
    return (
      <PartDialog {...shared} problemId={problem._id} other={other} delivered={agreement?.delivery ? agreement._id : null} />
    );
  const side = agreement && sideOf(agreement, viewerId);
  if (!agreement || !side) return null;
  if (form === 'deliver') return <DeliverDialog {...shared} agreement={agreement} />;
  if (form === 'change') return <ChangeDialog {...shared} agreement={agreement} other={other} />;
  return <DisputeDialog {...shared} agreement={agreement} side={side} other={other} />;
}

interface DialogState {
  onClose: () => void;
  onLoadError: () => void;
}

function useQuestions(problem: DetailedProblem) {
  const { mutateAsync: change } = useChangeStatus(problem._id);
  const { mutateAsync: sayPaid } = useSayPaid(problem.agreement?._id ?? '');
  const { mutateAsync: sayReceived } = useSayReceived(problem.agreement?._id ?? '');
  const sum = formatMoney(toCents(problem.agreement?.amount ?? 0));
  return (question: Question, other: string) => {
    const ways = {
      close: {
        title: 'Close this problem?',
        text: 'Nobody can bid on it while it is closed. You can reopen it at any time.',
        action: 'Close problem',
        busyAction: 'Closing…',
        destructive: true,
        act: () => change({ to: 'closed', done: 'Problem closed' }),
      },
      'say-paid': {
        title: `Have you paid ${other}?`,
        text: `${sum} is agreed. ${other} is told at once, and says when it has come. It cannot be taken back.`,
        action: 'I have paid',
        busyAction: 'Saving…',
        act: () => sayPaid(undefined),
      },
      'say-received': {
        title: 'Have you received the payment?',
        text: `${sum} is agreed. ${other} is told at once. It cannot be taken back.`,
        action: 'I have received it',
        busyAction: 'Saving…',
        act: () => sayReceived(undefined),
      },
    } as const;
    const { act, ...asked } = ways[question];
    // The mutation has told of a failure.
    return { ...asked, run: () => act().catch(passOvertaken) };
  };
}

/** @returns `ask` opens what is asked before a change; `dialog` is its form, where it has one */
export function useProblemDialogs(problem: DetailedProblem): { ask: (asked: Asked) => void; dialog: ReactNode } {
  const viewerId = useSession((state) => state.userData?._id);
  const { isOpen, open, close, onLoadError } = useDialogState();
  const [opened, setOpened] = useState<Opened>();
  const questionOf = useQuestions(problem);
  const ask = (asked: Asked) => {
    const finalFocusEl = focusBack();
    const other = otherOf(problem, isPoster(problem, viewerId))?.name ?? 'the solver';
    if (asked === 'close' || asked === 'say-paid' || asked === 'say-received') {
      void confirm({ ...questionOf(asked, other), finalFocusEl });
      return;
    }
    setOpened({ form: asked, other, finalFocusEl });
    open();
  };
  const dialog =
    isOpen && opened ? <OpenedForm problem={problem} opened={opened} onClose={close} onLoadError={onLoadError} /> : null;
  return { ask, dialog };
}
