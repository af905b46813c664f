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
import { UploadsFailedError, getFilesError, useAttachments } from '../../attachments/use-attachments.ts';
import { draftOptions, buildFormRules, getInitialProblem } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

/** If another tab posts the draft, other text in this form is another problem and needs another idempotency key. */
function useProblemDraft(userId: string, problem: Problem | undefined, onSentElsewhere: () => void) {
  const [renewedKey, setRenewedKey] = useState<string>();
  const draft = usePersistedDraft(draftOptions(userId, problem), {
    onClear: (hasOwnText) => {
      setRenewedKey(crypto.randomUUID());
      // The values of an edited problem may be older than what the other tab saved.
      if (!hasOwnText && !problem) onSentElsewhere();
    },
  });
  return { draft, idempotencyKey: renewedKey ?? draft.initialValue.idempotencyKey };
}

/** A save that completes later must not navigate away from the next page. */
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

export function useProblemForm(userId: string, problem?: Problem) {
  const { draft, idempotencyKey } = useProblemDraft(userId, problem, () => discard());
  const attachments = useAttachments(draft.initialValue.attachments);
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
    const { _id } = await request(values, await attachments.waitForUploads());
    draft.clear();
    toast.success(problem ? 'Problem updated' : 'Your problem is live.');
    void queryClient.invalidateQueries({ queryKey: PROBLEMS_KEY });
    if (isMounted.current) void navigate(`/view-problems/${_id}`, { replace: true });
  }

  const [rules] = useState(() => buildFormRules(problem));
  const form = useProductForm<ProblemValues>({
    initialValues: draft.initialValue.values,
    rules,
    onSubmit: async (values) => {
      try {
        await send(values);
      } catch (error) {
        // A toast as well: the field error may be outside the viewport.
        if (error instanceof UploadsFailedError) toast.error(error.message, { cause: error });
        else toast.failure(error, problem ? 'Failed to save the changes' : 'Failed to post the problem');
        throw error;
      }
    },
  });
  useAutosave(draft, { values: form.values, attachments: attachments.draftFiles, idempotencyKey });

  function discard(): void {
    const posted = getInitialProblem(problem);
    form.resetForm({ values: posted.values });
    attachments.reset(posted.attachments);
  }
  const error = getFilesError(form.errors, attachments.items);
  return { form, attachments, filesError: error, isDraftSaved: draft.isSaved, isSending, discard };
}

export type ProblemForm = ReturnType<typeof useProblemForm>['form'];
