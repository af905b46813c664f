import { reviewRules } from '@solvent/contracts/rules';
import { getInlineErrorText, isNetworkError, NO_CONNECTION, useQueryClient } from '@solvent/http';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text, toast } from '@solvent/ui';
import { StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { isStaleWrite } from '../api/stale-write.ts';
import { useChangeStatus } from '../api/problem-status.ts';
import { problemDetailKey } from '../api/problem-keys.ts';
import { FormDialog } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';
import { ratingDraftOptions, sendRating } from './rating.ts';
import type { RatingValues } from './rating.ts';

/** A review without stars is not sent: an error under the stars prevents its loss. */
class StarsRequiredError extends Error {
  readonly errors = { rating: 'Choose 1 to 5 stars' };
}

interface SolveDialogProps extends AgreementDialogProps {
  problemId: string;
  solver: string;
  solverId: string | undefined;
}

/** Marks the problem solved, then sends the rating. If the rating fails, its draft appears in the form on the page. */
function useSolveForm({ problemId, solverId, onClose }: SolveDialogProps, userId: string) {
  const draft = usePersistedDraft(ratingDraftOptions(userId, problemId));
  const queryClient = useQueryClient();
  const { mutateAsync: change } = useChangeStatus(problemId);

  async function rate(values: RatingValues) {
    try {
      await sendRating(problemId, values, solverId);
      draft.clear();
      toast.success('Thank you for your rating');
    } catch (error) {
      const reason = isNetworkError(error) ? NO_CONNECTION : getInlineErrorText(error, 'Please try again below.');
      toast.error(`The problem is solved, but your rating could not be sent. ${reason}`);
    }
    void queryClient.invalidateQueries({ queryKey: problemDetailKey(problemId) });
  }

  const form = useProductForm<RatingValues>({
    initialValues: draft.initialValue,
    rules: reviewRules.pick(['text']),
    onSubmit: async (values) => {
      if (!values.rating && values.text.trim()) throw new StarsRequiredError();
      try {
        await change({ to: 'solved', successText: 'Problem solved' });
      } catch (error) {
        if (isStaleWrite(error)) onClose();
        throw error;
      }
      if (values.rating) await rate(values);
      onClose();
    },
  });
  useAutosave(draft, form.values);
  return form;
}

function SolveDialog({ userId, ...props }: SolveDialogProps & { userId: string }) {
  const form = useSolveForm(props, userId);
  const { solver, onClose, finalFocusEl } = props;
  return (
    <FormDialog
      title="Mark this problem solved?"
      form={form}
      submitLabel="Mark solved"
      busyLabel="Saving…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        This confirms that the work of {solver} is done, and can’t be undone. You can rate each other now or within 14 days.
      </Text>
      <StarsField {...form.getFieldProps('rating')} label="Stars (optional)" required={false} />
      <TextAreaField
        {...form.getFieldProps('text')}
        label="Review (optional)"
        rows={3}
        help={`${solver} sees it once both of you have rated, or after 14 days`}
        dir="auto"
      />
    </FormDialog>
  );
}

export function Component(props: SolveDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <SolveDialog {...props} userId={userId} /> : null;
}
