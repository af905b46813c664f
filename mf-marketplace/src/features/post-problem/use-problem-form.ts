import { createProblemRules } from '@solvent/contracts/rules';
import { failureText, useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { onKeyChange } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { createProblem } from './create-problem.ts';
import { draftKey, dropDraft, keepDraft, newDraft, readDraft } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';
import { problemFormRules } from './problem-rules.ts';

/** Keeps what is typed in this browser. */
function useKeptDraft(userId: string, values: ProblemValues, idempotencyKey: string, isPosted: () => boolean): boolean {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    if (!isPosted()) setIsKept(keepDraft(userId, { values, idempotencyKey }));
  }, [userId, values, idempotencyKey, isPosted]);
  return isKept;
}

/** The form of a new problem, its draft, and sending it. */
export function useProblemForm(userId: string) {
  const [start] = useState(() => readDraft(userId));
  const [idempotencyKey, setIdempotencyKey] = useState(start.idempotencyKey);
  const posted = useRef(false);
  const [isPosted] = useState(() => () => posted.current);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function post(values: ProblemValues): Promise<void> {
    const { _id } = await createProblem(createProblemRules.validateSync(values), idempotencyKey);
    posted.current = true;
    dropDraft(userId);
    toast.success('Problem posted');
    void queryClient.invalidateQueries({ queryKey: ['problems'] });
    void navigate(`/view-problems/${_id}`, { replace: true });
  }

  const form = useProductForm<ProblemValues>({
    initialValues: start.values,
    rules: problemFormRules,
    onSubmit: async (values) => {
      try {
        await post(values);
      } catch (error) {
        toast.error(failureText(error, 'Failed to post the problem'));
        throw error;
      }
    },
  });
  const isKept = useKeptDraft(userId, form.values, idempotencyKey, isPosted);

  // Posted in another tab: what still stands here would be another problem.
  useEffect(
    () =>
      onKeyChange(draftKey(userId), (saved) => {
        if (saved === null) setIdempotencyKey(newDraft().idempotencyKey);
      }),
    [userId],
  );

  return { form, isKept };
}

export type ProblemForm = ReturnType<typeof useProblemForm>['form'];
