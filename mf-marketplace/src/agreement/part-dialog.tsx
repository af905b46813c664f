import { AGREEMENT } from '@solvent/contracts';
import { changeStatusRules } from '@solvent/contracts/rules';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text } from '@solvent/ui';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { useProposeParting } from '../api/agreements.ts';
import { isOvertaken } from '../api/overtaken.ts';
import { useChangeStatus } from '../api/problem-status.ts';
import { FormDialog } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';

interface PartDialogProps extends AgreementDialogProps {
  problemId: string;
  other: string;
  /** The agreement under which work was delivered: then the other one has to agree. */
  delivered: string | null;
}

function usePartForm({ problemId, delivered, onClose }: PartDialogProps, userId: string) {
  const draft = usePersistedDraft({ key: `solvent.draft.parting.${userId}.${problemId}`, initial: { note: '' } });
  const { mutateAsync: change } = useChangeStatus(problemId);
  const { mutateAsync: propose } = useProposeParting(delivered ?? '');
  const form = useProductForm({
    initialValues: draft.initialValue,
    rules: changeStatusRules.pick(['note']),
    onSubmit: async ({ note }) => {
      try {
        await (delivered === null
          ? change({ to: 'open', note: note.trim(), done: 'You have parted ways' })
          : propose({ note: note.trim() }));
        draft.clear();
        onClose();
      } catch (error) {
        if (isOvertaken(error)) onClose();
        throw error;
      }
    },
  });
  useAutosave(draft, form.values);
  return form;
}

function PartDialog({ userId, ...props }: PartDialogProps & { userId: string }) {
  const form = usePartForm(props, userId);
  const { other, delivered, onClose, finalFocusEl } = props;
  const isProposal = delivered !== null;
  return (
    <FormDialog
      title={`Part ways with ${other}?`}
      form={form}
      submit={isProposal ? 'Propose' : 'Part ways'}
      busy={isProposal ? 'Sending…' : 'Parting…'}
      isDestructive={!isProposal}
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        {isProposal
          ? `The work is delivered, so ${other} has to agree. Until then the agreement continues.`
          : `The accepted bid counts as withdrawn, and the problem is open for bids again. ${other} is told at once.`}
      </Text>
      <TextAreaField
        {...form.getFieldProps('note')}
        label="What you agreed"
        help={`Optional, up to ${AGREEMENT.reasonMax} characters: what is paid, what is handed over. Both of you keep it`}
        rows={4}
        dir="auto"
      />
    </FormDialog>
  );
}

/** Ends an agreement, or proposes that after a delivery, with what the two agreed on then (product 2.41). */
export function Component(props: PartDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <PartDialog {...props} userId={userId} /> : null;
}
