import { AGREEMENT } from '@solvent/contracts';
import { changeStatusRules } from '@solvent/contracts/rules';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text } from '@solvent/ui';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { useProposeParting } from '../api/agreements.ts';
import { useChangeStatus } from '../api/problem-status.ts';
import { FormDialog, sendAndClose } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface EndAgreementDialogProps extends AgreementDialogProps {
  problemId: string;
  other: string;
  deliveredAgreementId: string | null;
}

function useEndAgreementForm({ problemId, deliveredAgreementId, onClose }: EndAgreementDialogProps, userId: string) {
  const draft = usePersistedDraft({ key: `solvent.draft.parting.${userId}.${problemId}`, initial: { note: '' } });
  const { mutateAsync: change } = useChangeStatus(problemId);
  const { mutateAsync: propose } = useProposeParting(deliveredAgreementId ?? '');
  const form = useProductForm({
    initialValues: draft.initialValue,
    rules: changeStatusRules.pick(['note']),
    onSubmit: ({ note }) => {
      const end = () => change({ to: 'open', note: note.trim(), successText: 'Agreement ended' });
      const send = deliveredAgreementId === null ? end : () => propose({ note: note.trim() });
      return sendAndClose(send, draft, onClose);
    },
  });
  useAutosave(draft, form.values);
  return form;
}

function EndAgreementDialog({ userId, ...props }: EndAgreementDialogProps & { userId: string }) {
  const form = useEndAgreementForm(props, userId);
  const { other, deliveredAgreementId, onClose, finalFocusEl } = props;
  const isProposal = deliveredAgreementId !== null;
  return (
    <FormDialog
      title={`End the agreement with ${other}?`}
      form={form}
      submitLabel={isProposal ? 'Propose' : 'End agreement'}
      busyLabel={isProposal ? 'Sending…' : 'Ending…'}
      isDestructive={!isProposal}
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {isProposal
          ? `The work is delivered, so ${other} has to agree. The agreement continues until then.`
          : `The accepted bid is withdrawn, and the problem is open for bids again. ${other} will be notified.`}
      </Text>
      <TextAreaField
        {...form.getFieldProps('note')}
        label="Note for both of you (optional)"
        help={`What was paid and handed over, up to ${AGREEMENT.reasonMax} characters`}
        rows={4}
        dir="auto"
      />
    </FormDialog>
  );
}

/** Ends an agreement, or proposes to end it after a delivery (product 2.41). */
export function Component(props: EndAgreementDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <EndAgreementDialog {...props} userId={userId} /> : null;
}
