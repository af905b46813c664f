import { reviewRules } from '@solvent/contracts/rules';
import { getInlineErrorText, isNetworkError, NO_CONNECTION, useQueryClient } from '@solvent/http';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Text, toast } from '@solvent/ui';
import { StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { isOvertaken } from '../api/overtaken.ts';
import { useChangeStatus } from '../api/problem-status.ts';
import { problemDetailKey } from '../api/problem-keys.ts';
import { FormDialog } from './form-dialog.tsx';
import type { AgreementDialogProps } from './form-dialog.tsx';
import { ratingDraft, sendRating } from './rating.ts';
import type { RatingValues } from './rating.ts';

/** Says so under the stars: words alone would be lost. */
class StarsMissing extends Error {
  readonly errors = { rating: 'Choose 1 to 5 stars' };
}

interface SolveDialogProps extends AgreementDialogProps {
  problemId: string;
  /** Whose work is done. */
  solver: string;
  solverId: string | undefined;
}

/** Solved first, then rated: a rating that fails leaves the problem solved, and stands on its page as it was typed. */
function useSolveForm({ problemId, solverId, onClose }: SolveDialogProps, userId: string) {
  const draft = usePersistedDraft(ratingDraft(userId, problemId));
  const queryClient = useQueryClient();
  const { mutateAsync: change } = useChangeStatus(problemId);

  async function rate(values: RatingValues) {
    try {
      await sendRating(problemId, values, solverId);
      draft.clear();
      toast.success('Thank you for your rating');
    } catch (error) {
      const why = isNetworkError(error) ? NO_CONNECTION : getInlineErrorText(error, 'Please try again below.');
      toast.error(`The problem is solved, but your rating could not be sent. ${why}`);
    }
    void queryClient.invalidateQueries({ queryKey: problemDetailKey(problemId) });
  }

  const form = useProductForm<RatingValues>({
    initialValues: draft.initialValue,
    rules: reviewRules.pick(['text']),
    onSubmit: async (values) => {
      if (!values.rating && values.text.trim()) throw new StarsMissing();
      try {
        await change({ to: 'solved', done: 'Problem solved' });
      } catch (error) {
        // The mutation has told of it. What somebody else decided meanwhile is on the page; anything else may be tried again.
        if (isOvertaken(error)) onClose();
        return;
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
      submit="Mark solved"
      busy="Saving…"
      onClose={onClose}
      finalFocusEl={finalFocusEl}
    >
      <Text color="fg.muted" overflowWrap="anywhere">
        The work of {solver} is done. A solved problem stays solved. You can rate each other now, or within 14 days.
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

/** Marks a problem solved, and asks for the rating in the same go (product 2.41). */
export function Component(props: SolveDialogProps) {
  const userId = useSession((state) => state.userData?._id);
  return userId ? <SolveDialog {...props} userId={userId} /> : null;
}
