import { requestChangesRules } from '@solvent/contracts/rules';
import { usePersistedDraft } from '@solvent/kit';
import { useRequestChanges } from '../api/agreements.ts';
import { FormDialog, NoteField, useDraftForm } from '../problem/form-dialog.tsx';
import type { AgreementDialogProps } from './agreement-dialog.tsx';

export function RequestChangesDialog({ agreement: { _id }, userId, other, ...dialog }: AgreementDialogProps) {
  const draft = usePersistedDraft({ key: `solvent.draft.revision.${userId}.${_id}`, initial: { text: '' } });
  const { mutateAsync } = useRequestChanges(_id);
  const form = useDraftForm(draft, { rules: requestChangesRules, send: mutateAsync, ...dialog });
  const text = (
    <>
      <bdi>{other}</bdi> will be notified and deliver again. Agreed price and due date stay as they are.
    </>
  );
  return (
    <FormDialog title="Ask for changes" text={text} form={form} submitLabel="Ask for changes" busyLabel="Sending…" {...dialog}>
      <NoteField {...form.getFieldProps('text')} label="What to change" />
    </FormDialog>
  );
}
