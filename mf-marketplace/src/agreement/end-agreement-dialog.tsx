import { AGREEMENT } from '@solvent/contracts';
import { changeStatusRules } from '@solvent/contracts/rules';
import { usePersistedDraft } from '@solvent/kit';
import { TextAreaField } from '@solvent/ui/forms';
import { useProposeParting } from '../api/agreements.ts';
import { useChangeStatus } from '../api/problem-status.ts';
import { FormDialog, useDraftForm } from '../problem/form-dialog.tsx';
import type { EndAgreementDialogProps } from './agreement-dialog.tsx';

/** Ends an agreement, or proposes to end it after a delivery (product 2.41). */
export function EndAgreementDialog({ problem: { _id, agreement }, userId, other, ...dialog }: EndAgreementDialogProps) {
  const isProposal = Boolean(agreement?.delivery);
  const draft = usePersistedDraft({ key: `solvent.draft.parting.${userId}.${_id}`, initial: { note: '' } });
  const { mutateAsync: change } = useChangeStatus(_id);
  const { mutateAsync: propose } = useProposeParting(agreement?._id ?? '');
  const form = useDraftForm(draft, {
    rules: changeStatusRules.pick(['note']),
    send: (values) => {
      const note = values.note.trim();
      return isProposal ? propose({ note }) : change({ to: 'open', note, successText: 'Agreement ended' });
    },
    ...dialog,
  });
  const text = isProposal
    ? `The work is delivered, so ${other} has to agree. The agreement continues until then.`
    : `The accepted bid is withdrawn, and the problem is open for bids again. ${other} will be notified.`;
  return (
    <FormDialog
      title={`End the agreement with ${other}?`}
      text={text}
      form={form}
      submitLabel={isProposal ? 'Propose' : 'End agreement'}
      busyLabel={isProposal ? 'Sending…' : 'Ending…'}
      isDestructive={!isProposal}
      {...dialog}
    >
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
