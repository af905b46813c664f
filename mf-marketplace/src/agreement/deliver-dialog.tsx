import { deliverRules } from '@solvent/contracts/rules';
import { usePersistedDraft } from '@solvent/kit';
import { TextAreaField } from '@solvent/ui/forms';
import { useDeliver } from '../api/agreements.ts';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { getFilesError, useAttachments } from '../attachments/use-attachments.ts';
import type { DraftFile } from '../attachments/use-attachments.ts';
import { FormDialog, NoteField, useDraftForm } from '../problem/form-dialog.tsx';
import type { AgreementDialogProps } from './agreement-dialog.tsx';

export function DeliverDialog({ agreement: { _id }, userId, other, ...dialog }: AgreementDialogProps) {
  const draft = usePersistedDraft({
    key: `solvent.draft.delivery.${userId}.${_id}`,
    initial: { note: '', links: '', files: [] as DraftFile[] },
  });
  const attachments = useAttachments(draft.initialValue.files);
  const { mutateAsync: deliver, isPending } = useDeliver(_id);
  const form = useDraftForm(draft, {
    rules: deliverRules.pick(['note', 'links']),
    saved: { files: attachments.draftFiles },
    send: async ({ note, links }) =>
      deliver({ ...deliverRules.validateSync({ note, links }), files: await attachments.waitForUploads() }),
    ...dialog,
  });
  const text = (
    <>
      <bdi>{other}</bdi> will be notified, and can mark the problem solved or ask for changes.
    </>
  );
  return (
    <FormDialog
      title="Mark as delivered"
      text={text}
      form={form}
      submitLabel="Mark delivered"
      busyLabel="Sending…"
      isBusy={isPending}
      {...dialog}
    >
      <NoteField {...form.getFieldProps('note')} label="What you deliver" />
      <TextAreaField
        {...form.getFieldProps('links')}
        label="Links (optional)"
        help="Pull requests, previews, documents. One https:// address per line."
        rows={2}
        dir="ltr"
      />
      <AttachmentsField attachments={attachments} error={getFilesError(form.errors, attachments.items)} />
    </FormDialog>
  );
}
