import type { Problem } from '@solvent/contracts';
import { createProblemRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { useKeepDraft, usePersistedDraft } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { changeProblem, createProblem } from '../../api/problem-changes.ts';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';
import { FilesMissing, filesError, useAttachments } from '../../attachments/use-attachments.ts';
import { asDraft, draftOptions, keptDraft, problemFormRules, startOf } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

/** The draft of the form. Once it was posted in another tab, what still stands here would be another problem: it gets another key. */
function useProblemDraft(userId: string, problem: Problem | undefined) {
  const [renewedKey, setRenewedKey] = useState<string>();
  const draft = usePersistedDraft(draftOptions(userId, problem), { onClear: () => setRenewedKey(crypto.randomUUID()) });
  const [first] = useState(() => asDraft(draft.first));
  return { draft, first, idempotencyKey: renewedKey ?? first.idempotencyKey };
}

/** The form of a new problem, or of one that is edited: its draft, its files, and sending it. */
export function useProblemForm(userId: string, problem?: Problem) {
  const { draft, first, idempotencyKey } = useProblemDraft(userId, problem);
  const attachments = useAttachments(first.attachments);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function send(values: ProblemValues): Promise<void> {
    const files = await attachments.settled();
    const body = { ...createProblemRules.validateSync(values), attachments: files };
    const { _id } = problem ? await changeProblem(problem._id, body) : await createProblem(body, idempotencyKey);
    draft.clear();
    toast.success(problem ? 'Problem updated' : 'Problem posted');
    void queryClient.invalidateQueries({ queryKey: PROBLEMS_KEY });
    void navigate(`/view-problems/${_id}`, { replace: true });
  }

  const form = useProductForm<ProblemValues>({
    initialValues: first.values,
    rules: problemFormRules,
    onSubmit: async (values) => {
      try {
        await send(values);
      } catch (error) {
        // Told besides what stands under the fields: on a long form that may be out of sight.
        if (error instanceof FilesMissing) toast.error(error.message);
        else toast.failure(error, problem ? 'Failed to save the changes' : 'Failed to post the problem');
        throw error;
      }
    },
  });
  useKeepDraft(draft, keptDraft({ values: form.values, attachments: attachments.files, idempotencyKey }));

  function discard(): void {
    const posted = startOf(problem);
    form.resetForm({ values: posted.values });
    attachments.reset(posted.attachments);
  }
  return { form, attachments, filesError: filesError(form.errors, attachments.items), isKept: draft.isKept, discard };
}

export type ProblemForm = ReturnType<typeof useProblemForm>['form'];
