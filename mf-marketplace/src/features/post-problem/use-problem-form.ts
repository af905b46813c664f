import type { Problem } from '@solvent/contracts';
import { createProblemRules } from '@solvent/contracts/rules';
import { failureText, useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { onKeyChange } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import type { Attachment } from './attachments/attachment.ts';
import { useAttachments } from './attachments/use-attachments.ts';
import { createProblem } from './create-problem.ts';
import { changeProblem } from './edit/change-problem.ts';
import { draftKey, dropDraft, EMPTY_START, keepDraft, newDraft, readDraft } from './problem-draft.ts';
import type { ProblemDraft, ProblemStart, ProblemValues } from './problem-draft.ts';
import { problemFormRules } from './problem-rules.ts';

const startOf = ({ title, body, category, tags, budget, attachments }: Problem): ProblemStart => ({
  values: { title, body, category, tags, budget: String(budget) },
  attachments,
});

/** Keeps what is typed in this browser. */
function useKeptDraft(key: string, draft: ProblemDraft, start: ProblemStart, isPosted: () => boolean): boolean {
  const [isKept, setIsKept] = useState(false);
  const { values, attachments, idempotencyKey } = draft;
  useEffect(() => {
    if (!isPosted()) setIsKept(keepDraft(key, { values, attachments, idempotencyKey }, start));
  }, [key, values, attachments, idempotencyKey, start, isPosted]);
  return isKept;
}

/** A draft's key for the server, and another one once the draft was posted in another tab: what still stands here would be another problem. */
function useIdempotencyKey(key: string, first: string): string {
  const [idempotencyKey, setIdempotencyKey] = useState(first);
  useEffect(
    () =>
      onKeyChange(key, (saved) => {
        if (saved === null) setIdempotencyKey(newDraft().idempotencyKey);
      }),
    [key],
  );
  return idempotencyKey;
}

const FILES_MISSING = 'Some files were not uploaded: try them again, or remove them';

/** Says so under the files, as a server's refusal would. */
class FilesMissing extends Error {
  readonly errors = { attachments: FILES_MISSING };
}

/** What is said under the files. Once the failed ones are gone there is nothing more to say of them. */
function filesError(errors: object, items: readonly Attachment[]): string | undefined {
  const text = 'attachments' in errors ? String(errors.attachments) : undefined;
  return text === FILES_MISSING && items.every(({ state }) => state !== 'failed') ? undefined : text;
}

/**
 * The form of a new problem, or of one that is edited: its draft, its files, and sending it.
 *
 * @param problem the one that is edited
 */
export function useProblemForm(userId: string, problem?: Problem) {
  const key = draftKey(userId, problem?._id);
  const [start] = useState(() => (problem ? startOf(problem) : EMPTY_START));
  const [draft] = useState(() => readDraft(key, start));
  const idempotencyKey = useIdempotencyKey(key, draft.idempotencyKey);
  const attachments = useAttachments(draft.attachments);
  const posted = useRef(false);
  const [isPosted] = useState(() => () => posted.current);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function send(values: ProblemValues): Promise<void> {
    const files = await attachments.settled();
    if (!files) throw new FilesMissing(FILES_MISSING);
    const body = { ...createProblemRules.validateSync(values), attachments: files.map((file) => file._id) };
    const { _id } = problem ? await changeProblem(problem._id, body) : await createProblem(body, idempotencyKey);
    posted.current = true;
    dropDraft(key);
    toast.success(problem ? 'Problem updated' : 'Problem posted');
    void queryClient.invalidateQueries({ queryKey: ['problems'] });
    void navigate(`/view-problems/${_id}`, { replace: true });
  }

  const form = useProductForm<ProblemValues>({
    initialValues: draft.values,
    rules: problemFormRules,
    onSubmit: async (values) => {
      try {
        await send(values);
      } catch (error) {
        if (error instanceof FilesMissing) toast.error(error.message);
        else toast.error(failureText(error, problem ? 'Failed to save the changes' : 'Failed to post the problem'));
        throw error;
      }
    },
  });
  const now = { values: form.values, attachments: attachments.files, idempotencyKey };
  const isKept = useKeptDraft(key, now, start, isPosted);

  /** Back to what is posted. */
  function discard(): void {
    form.resetForm({ values: start.values });
    attachments.reset(start.attachments);
  }
  return { form, attachments, filesError: filesError(form.errors, attachments.items), isKept, discard };
}

export type ProblemForm = ReturnType<typeof useProblemForm>['form'];
