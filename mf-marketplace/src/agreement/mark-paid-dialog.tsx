import type { Agreement, PaymentMethod } from '@solvent/contracts';
import { findPaidOnError, getToday, markPaidRules } from '@solvent/contracts/rules';
import { formatMoney, toCents, useAutosave, usePersistedDraft } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Grid, Text } from '@solvent/ui';
import { SelectField, TextField, useProductForm } from '@solvent/ui/forms';
import { useMarkPaid } from '../api/agreements.ts';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';
import { PAYMENT_METHOD_LABELS } from './payment.tsx';

interface MarkPaidDialogProps extends AgreementDialogProps {
  agreement: Pick<Agreement, '_id' | 'amount' | 'acceptedAt' | 'solver'>;
}

interface PaidValues {
  paidOn: string;
  method: PaymentMethod | '';
  reference: string;
}

const getOffset = (now: number): number => -new Date(now).getTimezoneOffset() / 60;

function useMarkPaidForm({ agreement: { _id, acceptedAt }, onClose }: MarkPaidDialogProps, userId: string) {
  const now = getServerTime();
  const draft = usePersistedDraft<PaidValues>({
    key: `solvent.draft.paid.${userId}.${_id}`,
    initial: { paidOn: getToday(new Date(now)), method: '', reference: '' },
  });
  const { mutateAsync: markPaid } = useMarkPaid(_id);
  const form = useProductForm<PaidValues>({
    initialValues: draft.initialValue,
    rules: markPaidRules,
    onSubmit: async (values) => {
      const error = findPaidOnError(values.paidOn, acceptedAt, now, getOffset(now));
      if (error) throw Object.assign(new Error(error), { errors: { paidOn: error } });
      await sendAndClose(() => markPaid(markPaidRules.validateSync(values)), draft, onClose);
    },
  });
  useAutosave(draft, form.values);
  return { form, today: getToday(new Date(now)) };
}

function MarkPaidDialog({ userId, ...props }: MarkPaidDialogProps & { userId: string }) {
  const { form, today } = useMarkPaidForm(props, userId);
  const { agreement, onClose, finalFocusEl } = props;
  return (
    <FormDialog
      title={`Mark ${formatMoney(toCents(agreement.amount))} as paid?`}
      form={form}
      submitLabel="Mark as paid"
      busyLabel="Saving…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        <bdi>{agreement.solver.name}</bdi> will be asked to confirm that it arrived. Both of you get a receipt. You can’t undo
        this.
      </Text>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <TextField {...form.getFieldProps('paidOn')} label="Payment date" type="date" max={today} required />
        <SelectField
          {...form.getFieldProps('method')}
          label="Method"
          placeholder="Choose a method"
          options={PAYMENT_METHOD_LABELS}
          required
        />
      </Grid>
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

export function Component(props: MarkPaidDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <MarkPaidDialog {...props} userId={userId} /> : null;
}
