import type { Agreement } from '@solvent/contracts';
import type { ComponentType } from 'react';
import type { DetailedProblem } from '../api/problems.ts';
import { getSide } from './agreement-steps.ts';
import type { Side } from './agreement-steps.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import { EndAgreementDialog } from './end-agreement-dialog.tsx';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { RequestChangesDialog } from './request-changes-dialog.tsx';

interface CommonProps {
  userId: string;
  /** The other participant's name. */
  other: string;
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

export interface AgreementDialogProps extends CommonProps {
  agreement: Agreement;
  side: Side;
}

export interface EndAgreementDialogProps extends CommonProps {
  problem: DetailedProblem;
}

const DIALOGS = {
  'request-changes': RequestChangesDialog,
  'mark-paid': MarkPaidDialog,
  deliver: DeliverDialog,
  change: ChangeDialog,
  dispute: DisputeDialog,
} satisfies Record<string, ComponentType<AgreementDialogProps>>;

export type AgreementDialogName = keyof typeof DIALOGS | 'end-agreement';

/** All forms that change an agreement, in one chunk. */
export function Component({ name, problem, ...common }: EndAgreementDialogProps & { name: AgreementDialogName }) {
  if (name === 'end-agreement') return <EndAgreementDialog {...common} problem={problem} />;
  const { agreement } = problem;
  const side = agreement && getSide(agreement, common.userId);
  if (!agreement || !side) return null;
  const Dialog = DIALOGS[name];
  return <Dialog {...common} agreement={agreement} side={side} />;
}
