import { useSession } from '@solvent/store';
import { loadAskDialog, useDialog } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChangeStatus } from './change-status.ts';
import type { DetailedProblem } from './problem-detail.ts';
import { askedChange } from './status-questions.ts';
import type { AskedChange } from './status-questions.ts';

/** The button that opened the dialog, unless the change has taken it away: then the page's heading. */
const focusAfter = (opener: Element | null) => () =>
  opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1');

/** Changes of the problem's state that are asked for once: `ask` opens the dialog, which is rendered where `dialog` stands. */
export function useAskedChange(problem: DetailedProblem): { ask: (change: AskedChange) => void; dialog: ReactNode } {
  const viewerId = useSession((state) => state.userData?._id) ?? '';
  const [change, setChange] = useState<AskedChange>('close');
  const [opener, setOpener] = useState<Element | null>(null);
  const { open, close, Dialog } = useDialog(loadAskDialog);
  const { mutate, isPending } = useChangeStatus(problem._id);

  const ask = (wanted: AskedChange) => {
    setOpener(document.activeElement);
    setChange(wanted);
    open();
  };
  const { to, done, question } = askedChange(change, problem, viewerId);
  const dialog = Dialog ? (
    <Dialog
      {...question}
      busy={isPending}
      onConfirm={() => mutate({ to, done }, { onSettled: close })}
      onClose={close}
      finalFocusEl={focusAfter(opener)}
    />
  ) : null;
  return { ask, dialog };
}
