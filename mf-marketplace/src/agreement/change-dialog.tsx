import { AGREEMENT, BID } from '@solvent/contracts';
import { proposeChangeRules } from '@solvent/contracts/rules';
import { formatMoney, toCents, usePersistedDraft } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { TextAreaField } from '@solvent/ui/forms';
import { useProposeChange } from '../api/agreements.ts';
import { DaysField, DollarsField, FieldPair } from '../problem/number-fields.tsx';
import { FormDialog, useDraftForm } from '../problem/form-dialog.tsx';
import type { AgreementDialogProps } from './agreement-dialog.tsx';

const DAY_MS = 24 * 60 * 60_000;

/** Initial value of the days field: keeps the agreed date unless the user changes it. */
function countDaysUntil(dueAt: string): string {
  const days = Math.ceil((Date.parse(dueAt) - getServerTime()) / DAY_MS);
  return String(Math.min(Math.max(days, BID.daysMin), BID.daysMax));
}

export function ChangeDialog({ agreement: { _id, amount, dueAt }, userId, other, ...dialog }: AgreementDialogProps) {
  const draft = usePersistedDraft({
    key: `solvent.draft.change.${userId}.${_id}`,
    initial: { amount: String(amount), days: countDaysUntil(dueAt), note: '' },
  });
  const { mutateAsync: propose } = useProposeChange(_id);
  const form = useDraftForm(draft, {
    rules: proposeChangeRules,
    send: (values) => propose(proposeChangeRules.validateSync(values)),
    ...dialog,
  });
  return (
    <FormDialog
      title="Propose a change"
      text={`Takes effect when ${other} agrees. Until then the current agreement applies.`}
      form={form}
      submitLabel="Propose"
      busyLabel="Sending…"
      {...dialog}
    >
      <FieldPair>
        <DollarsField {...form.getFieldProps('amount')} label="Amount" help={`${formatMoney(toCents(amount))} is agreed now`} />
        <DaysField {...form.getFieldProps('days')} label="Days from now" />
      </FieldPair>
      <TextAreaField
        {...form.getFieldProps('note')}
        label="Reason (optional)"
        help={`Up to ${AGREEMENT.reasonMax} characters`}
        rows={3}
        dir="auto"
      />
    </FormDialog>
  );
}
