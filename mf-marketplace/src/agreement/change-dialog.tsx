import { AGREEMENT, BID } from '@solvent/contracts';
import type { Agreement } from '@solvent/contracts';
import { proposeChangeRules } from '@solvent/contracts/rules';
import { formatMoney, toCents, useAutosave, usePersistedDraft } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Grid, Text } from '@solvent/ui';
import { TextAreaField, TextField, useProductForm } from '@solvent/ui/forms';
import { useProposeChange } from '../api/agreements.ts';
import { DollarsField } from '../problem/dollars-field.tsx';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface ChangeDialogProps extends AgreementDialogProps {
  agreement: Pick<Agreement, '_id' | 'amount' | 'dueAt'>;
  other: string;
}

/** Form values as typed; undefined while a field is empty. */
interface ChangeValues {
  amount: string | undefined;
  days: string | undefined;
  note: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** Initial value of the days field: keeps the agreed date unless the user changes it. */
function countDaysUntil(dueAt: string): string {
  const days = Math.ceil((Date.parse(dueAt) - getServerTime()) / DAY_MS);
  return String(Math.min(Math.max(days, BID.daysMin), BID.daysMax));
}

function useChangeForm({ agreement, onClose }: ChangeDialogProps, userId: string) {
  const { _id, amount, dueAt } = agreement;
  const draft = usePersistedDraft({
    key: `solvent.draft.change.${userId}.${_id}`,
    initial: { amount: String(amount), days: countDaysUntil(dueAt), note: '' },
  });
  const { mutateAsync: propose } = useProposeChange(_id);
  const form = useProductForm<ChangeValues>({
    initialValues: {
      ...draft.initialValue,
      amount: draft.initialValue.amount || undefined,
      days: draft.initialValue.days || undefined,
    },
    rules: proposeChangeRules,
    onSubmit: (values) => sendAndClose(() => propose(proposeChangeRules.validateSync(values)), draft, onClose),
  });
  const { values } = form;
  useAutosave(draft, { amount: values.amount ?? '', days: values.days ?? '', note: values.note });
  return form;
}

function ChangeDialog({ userId, ...props }: ChangeDialogProps & { userId: string }) {
  const form = useChangeForm(props, userId);
  const { agreement, other, onClose, finalFocusEl } = props;
  const { onChange: _onChange, ...amount } = form.getFieldProps('amount');
  const { onChange: _onDaysChange, value: days, ...daysField } = form.getFieldProps('days');
  return (
    <FormDialog
      title="Propose a change"
      form={form}
      submitLabel="Propose"
      busyLabel="Sending…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        Takes effect when {other} agrees. Until then the current agreement applies.
      </Text>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <DollarsField
          {...amount}
          label="Amount"
          help={`${formatMoney(toCents(agreement.amount))} is agreed now`}
          onValue={(value) => void form.setFieldValue('amount', value)}
        />
        <TextField
          {...daysField}
          value={days ?? ''}
          label="Days from now"
          help={`${BID.daysMin} to ${BID.daysMax}`}
          inputMode="numeric"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          onChange={(event) => void form.setFieldValue('days', event.target.value.trim() || undefined)}
          required
        />
      </Grid>
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

export function Component(props: ChangeDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <ChangeDialog {...props} userId={userId} /> : null;
}
