import { AGREEMENT, formatNumber, countCharacters } from '@solvent/contracts';
import type { Agreement } from '@solvent/contracts';
import { requestChangesRules } from '@solvent/contracts/rules';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useRequestChanges } from '../api/agreements.ts';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface RequestChangesDialogProps extends AgreementDialogProps {
  agreement: Pick<Agreement, '_id' | 'solver'>;
}

function useRequestForm({ agreement: { _id }, onClose }: RequestChangesDialogProps, userId: string) {
  const draft = usePersistedDraft({ key: `solvent.draft.revision.${userId}.${_id}`, initial: { text: '' } });
  const { mutateAsync: requestChanges } = useRequestChanges(_id);
  const form = useProductForm({
    initialValues: draft.initialValue,
    rules: requestChangesRules,
    onSubmit: ({ text }) => sendAndClose(() => requestChanges({ text }), draft, onClose),
  });
  useAutosave(draft, form.values);
  return form;
}

function RequestChangesDialog({ userId, ...props }: RequestChangesDialogProps & { userId: string }) {
  const form = useRequestForm(props, userId);
  const { agreement, onClose, finalFocusEl } = props;
  const count = `${formatNumber(countCharacters(form.values.text))} of ${formatNumber(AGREEMENT.noteMax)}`;
  return (
    <FormDialog
      title="Ask for changes"
      form={form}
      submitLabel="Ask for changes"
      busyLabel="Sending…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        <bdi>{agreement.solver.name}</bdi> will be notified and deliver again. Agreed price and due date stay as they are.
      </Text>
      <MarkdownField
        {...form.getFieldProps('text')}
        label="What to change"
        help={`Markdown works here. ${count} characters`}
        minH="120px"
        headingsFrom={3}
        dir="auto"
        required
      />
    </FormDialog>
  );
}

export function Component(props: RequestChangesDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <RequestChangesDialog {...props} userId={userId} /> : null;
}
