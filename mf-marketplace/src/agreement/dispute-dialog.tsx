import { AGREEMENT } from '@solvent/contracts';
import { disputeRules } from '@solvent/contracts/rules';
import { usePersistedDraft } from '@solvent/kit';
import { useOpenDispute, useSaveView } from '../api/agreements.ts';
import { FormDialog, NoteField, useDraftForm } from '../problem/form-dialog.tsx';
import type { AgreementDialogProps } from './agreement-dialog.tsx';

export function DisputeDialog({ agreement: { _id, dispute }, side, userId, other, ...dialog }: AgreementDialogProps) {
  const draft = usePersistedDraft({
    key: `solvent.draft.dispute.${userId}.${_id}`,
    initial: { view: dispute?.[`${side}View`] ?? '' },
  });
  const { mutateAsync: openDispute } = useOpenDispute(_id);
  const { mutateAsync: saveView } = useSaveView(_id);
  const form = useDraftForm(draft, { rules: disputeRules, send: dispute ? saveView : openDispute, ...dialog });
  const text = dispute
    ? `The moderator and ${other} can read it.`
    : `A message to ${other} is often quicker. Otherwise a moderator reads both views and decides. ${other} will be notified and can read your view and add one.`;
  return (
    <FormDialog
      title={dispute ? 'Your view' : 'Open a dispute'}
      text={text}
      form={form}
      submitLabel={dispute ? 'Save your view' : 'Send to a moderator'}
      busyLabel="Sending…"
      {...dialog}
    >
      <NoteField {...form.getFieldProps('view')} label="Your view" min={AGREEMENT.viewMin} minH="160px" />
    </FormDialog>
  );
}
