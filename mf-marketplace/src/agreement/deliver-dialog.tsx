import { AGREEMENT, formatNumber, countCharacters } from '@solvent/contracts';
import type { Agreement } from '@solvent/contracts';
import { deliverRules } from '@solvent/contracts/rules';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text, toast } from '@solvent/ui';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useDeliver } from '../api/agreements.ts';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { UploadsFailedError, getFilesError, isDraftFile, useAttachments } from '../attachments/use-attachments.ts';
import type { DraftFile } from '../attachments/use-attachments.ts';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface DeliverDialogProps extends AgreementDialogProps {
  agreement: Pick<Agreement, '_id' | 'seeker'>;
}

function useDeliverForm({ agreement: { _id }, onClose }: DeliverDialogProps, userId: string) {
  const draft = usePersistedDraft({
    key: `solvent.draft.delivery.${userId}.${_id}`,
    initial: { note: '', links: '', files: [] as DraftFile[] },
  });
  const attachments = useAttachments(draft.initialValue.files.filter(isDraftFile));
  const { mutateAsync: deliver, isPending } = useDeliver(_id);
  const form = useProductForm({
    initialValues: { note: draft.initialValue.note, links: draft.initialValue.links },
    rules: deliverRules.pick(['note', 'links']),
    onSubmit: async (values) => {
      const send = async () => deliver({ ...deliverRules.validateSync(values), files: await attachments.waitForUploads() });
      await sendAndClose(send, draft, onClose).catch((error: unknown) => {
        if (error instanceof UploadsFailedError) toast.error(error.message, { cause: error });
        throw error;
      });
    },
  });
  useAutosave(draft, { ...form.values, files: attachments.draftFiles });
  return { form, attachments, isSending: isPending };
}

function DeliverDialog({ userId, ...props }: DeliverDialogProps & { userId: string }) {
  const { form, attachments, isSending } = useDeliverForm(props, userId);
  const { agreement, onClose, finalFocusEl } = props;
  const count = `${formatNumber(countCharacters(form.values.note))} of ${formatNumber(AGREEMENT.noteMax)}`;
  return (
    <FormDialog
      title="Mark as delivered"
      form={form}
      submitLabel="Mark delivered"
      busyLabel="Sending…"
      isBusy={isSending}
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        <bdi>{agreement.seeker.name}</bdi> will be notified, and can mark the problem solved or ask for changes.
      </Text>
      <MarkdownField
        {...form.getFieldProps('note')}
        label="What you deliver"
        help={`Markdown works here. ${count} characters`}
        minH="120px"
        headingsFrom={3}
        dir="auto"
        required
      />
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

export function Component(props: DeliverDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <DeliverDialog {...props} userId={userId} /> : null;
}
