import type { Problem } from '@solvent/contracts';
import { createProblemRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { changeProblem, createProblem } from '../../api/problem-changes.ts';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';
import { FilesMissing, filesError, useAttachments } from '../../attachments/use-attachments.ts';
import { asDraft, draftOptions, keptDraft, problemFormRules, startOf } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

/** The draft of the form. Once it was posted in another tab, what still stands here would be another problem: it gets another key. */
function useProblemDraft(userId: string, problem: Problem | undefined) {
  const [renewedKey, setRenewedKey] = useState<string>();
  const draft = usePersistedDraft(draftOptions(userId, problem), { onClear: () => setRenewedKey(crypto.randomUUID()) });
  const [first] = useState(() => asDraft(draft.initialValue));
  return { draft, first, idempotencyKey: renewedKey ?? first.idempotencyKey };
}

/** Ref that is true while the component is mounted: a save that ends later must not replace the page after it. */
function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** The form of a new problem, or of one that is edited: its draft, its files, and sending it. */
export function useProblemForm(userId: string, problem?: Problem) {
  const { draft, first, idempotencyKey } = useProblemDraft(userId, problem);
  const attachments = useAttachments(first.attachments);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  const [isSending, setSending] = useState(false);

  async function request(values: ProblemValues, files: string[]): Promise<Problem> {
    const body = { ...createProblemRules.validateSync(values), attachments: files };
    setSending(true);
    try {
      return await (problem ? changeProblem(problem._id, body) : createProblem(body, idempotencyKey));
    } finally {
      setSending(false);
    }
  }

  async function send(values: ProblemValues): Promise<void> {
    const { _id } = await request(values, await attachments.settled());
    draft.clear();
    toast.success(problem ? 'Problem updated' : 'Problem posted');
    void queryClient.invalidateQueries({ queryKey: PROBLEMS_KEY });
    if (isMounted.current) void navigate(`/view-problems/${_id}`, { replace: true });
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
  useAutosave(draft, keptDraft({ values: form.values, attachments: attachments.files, idempotencyKey }));

  function discard(): void {
    const posted = startOf(problem);
    form.resetForm({ values: posted.values });
    attachments.reset(posted.attachments);
  }
  const error = filesError(form.errors, attachments.items);
  return { form, attachments, filesError: error, isKept: draft.isSaved, isSending, discard };
}

export type ProblemForm = ReturnType<typeof useProblemForm>['form'];
