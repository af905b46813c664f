import { AGREEMENT, formatNumber, countCharacters } from '@solvent/contracts';
import type { Agreement } from '@solvent/contracts';
import { disputeRules } from '@solvent/contracts/rules';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useOpenDispute, useSaveView } from '../api/agreements.ts';
import type { Side } from './agreement-steps.ts';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface DisputeDialogProps extends AgreementDialogProps {
  agreement: Pick<Agreement, '_id' | 'dispute'>;
  side: Side;
  other: string;
}

function useViewForm({ agreement: { _id, dispute }, side, onClose }: DisputeDialogProps, userId: string) {
  const written = (side === 'seeker' ? dispute?.seekerView : dispute?.solverView) ?? '';
  const draft = usePersistedDraft({ key: `solvent.draft.dispute.${userId}.${_id}`, initial: { view: written } });
  const { mutateAsync: openDispute } = useOpenDispute(_id);
  const { mutateAsync: writeView } = useSaveView(_id);
  const form = useProductForm({
    initialValues: draft.initialValue,
    rules: disputeRules,
    onSubmit: ({ view }) => sendAndClose(() => (dispute ? writeView({ view }) : openDispute({ view })), draft, onClose),
  });
  useAutosave(draft, form.values);
  return form;
}

const getCountText = (length: number): string => {
  const count = `Markdown works here. ${formatNumber(length)} of ${formatNumber(AGREEMENT.noteMax)} characters`;
  return length < AGREEMENT.viewMin ? `${count}, at least ${AGREEMENT.viewMin}` : count;
};

function DisputeDialog({ userId, ...props }: DisputeDialogProps & { userId: string }) {
  const form = useViewForm(props, userId);
  const { agreement, other, onClose, finalFocusEl } = props;
  const isOpen = agreement.dispute !== null;
  return (
    <FormDialog
      title={isOpen ? 'Your view' : 'Open a dispute'}
      form={form}
      submitLabel={isOpen ? 'Save your view' : 'Send to a moderator'}
      busyLabel="Sending…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {isOpen
          ? `The moderator and ${other} can read it.`
          : `A message to ${other} is often quicker. Otherwise a moderator reads both views and decides. ${other} will be notified and can read your view and add one.`}
      </Text>
      <MarkdownField
        {...form.getFieldProps('view')}
        label="Your view"
        help={getCountText(countCharacters(form.values.view.trim()))}
        minH="160px"
        headingsFrom={3}
        dir="auto"
        required
      />
    </FormDialog>
  );
}

export function Component(props: DisputeDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <DisputeDialog {...props} userId={userId} /> : null;
}
