import { findPaidOnError, getToday, markPaidRules } from '@solvent/contracts/rules';
import { formatMoney, toCents, usePersistedDraft } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { SelectField, TextField } from '@solvent/ui/forms';
import { useMarkPaid } from '../api/agreements.ts';
import { FieldPair } from '../problem/number-fields.tsx';
import { FormDialog, useDraftForm } from '../problem/form-dialog.tsx';
import type { AgreementDialogProps } from './agreement-dialog.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PAYMENT_METHOD_LABELS } from './payment.tsx';

const getOffset = (now: number): number => -new Date(now).getTimezoneOffset() / 60;

export function MarkPaidDialog({ agreement, side, userId, other, ...dialog }: AgreementDialogProps) {
  const { _id, amount, acceptedAt } = agreement;
  const now = getServerTime();
  const today = getToday(new Date(now));
  const draft = usePersistedDraft({
    key: `solvent.draft.paid.${userId}.${_id}`,
    initial: { paidOn: today, method: '', reference: '' },
  });
  const { mutateAsync: markPaid } = useMarkPaid(_id);
  const form = useDraftForm(draft, {
    rules: markPaidRules,
    send: async (values) => {
      const error = findPaidOnError(values.paidOn, acceptedAt, now, getOffset(now));
      if (error) throw Object.assign(new Error(error), { errors: { paidOn: error } });
      await markPaid(markPaidRules.validateSync(values));
    },
    ...dialog,
  });
  const text = (
    <>
      <bdi>{other}</bdi> will be asked to confirm that it arrived. Both of you get a receipt. You can’t undo this.
    </>
  );
  return (
    <FormDialog
      title={`Mark ${formatMoney(toCents(amount))} as paid?`}
      text={text}
      form={form}
      submitLabel="Mark as paid"
      busyLabel="Saving…"
      {...dialog}
    >
      <PaymentDetails agreement={agreement} side={side} />
      <FieldPair>
        <TextField {...form.getFieldProps('paidOn')} label="Payment date" type="date" max={today} required data-autofocus="" />
        <SelectField
          {...form.getFieldProps('method')}
          label="Method"
          placeholder="Choose a method"
          options={PAYMENT_METHOD_LABELS}
          required
        />
      </FieldPair>
      <TextField
        {...form.getFieldProps('reference')}
        label="Reference (optional)"
        help="For example the number of the transfer. It is on the receipt."
        autoComplete="off"
        dir="auto"
      />
    </FormDialog>
  );
}
