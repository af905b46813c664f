import type { Category, Problem, StoredFile } from '@solvent/contracts';
import { createProblemRules } from '@solvent/contracts/rules';
import { hasSameContent } from '@solvent/kit';
import type { DraftOptions } from '@solvent/kit';
import type { OwnKey } from '@solvent/store';
import { isStoredFile } from '../../attachments/use-attachments.ts';

export interface ProblemValues {
  title: string;
  body: string;
  category: Category | '';
  tags: string[];
  /** As typed; missing while nothing is. */
  budget: string | undefined;
}

/** What the form starts with where there is no draft. */
export interface InitialProblem {
  values: ProblemValues;
  attachments: StoredFile[];
}

/** What a person has typed so far, and the key under which the server makes one problem of it, however often it is sent. */
export interface ProblemDraft extends InitialProblem {
  idempotencyKey: string;
}

/** Where the description starts: what a solver asks for first. */
export const BODY_TEMPLATE = ['What happens', 'What should happen', 'What I tried', 'Done when']
  .map((heading) => `## ${heading}\n\n`)
  .join('\n')
  .trimEnd()
  .concat('\n');

const TEMPLATE_LINES = new Set(BODY_TEMPLATE.split('\n').map((line) => line.trim()));

const hasOwnText = (body: string): boolean => body.split('\n').some((line) => !TEMPLATE_LINES.has(line.trim()));

/** The server's rules, and one of the form: its own template is no description. */
export const problemFormRules = createProblemRules.test(
  'own-words',
  ({ body }, { createError }) => !body || hasOwnText(body) || createError({ path: 'body', message: 'Description is required' }),
);

export const EMPTY_PROBLEM: ProblemValues = { title: '', body: BODY_TEMPLATE, category: '', tags: [], budget: undefined };

/** What the form starts with: what is posted of a problem that is edited, else the template. */
export const getInitialProblem = (problem?: Problem): InitialProblem => {
  if (!problem) return { values: EMPTY_PROBLEM, attachments: [] };
  const { title, body, category, tags, budget, attachments } = problem;
  return { values: { title, body, category, tags, budget: String(budget) }, attachments };
};

/** A new problem's draft is one for each person; of a posted one, each has its own. */
export const draftKey = (userId: string, problemId?: string): OwnKey =>
  `solvent.draft.problem.${userId}${problemId ? `.${problemId}` : ''}`;

/** A draft as it is kept: of a field without a value nothing would be, and an emptied one would come back filled. */
export const toStoredDraft = (draft: ProblemDraft) => ({
  ...draft,
  values: { ...draft.values, budget: draft.values.budget ?? '' },
});

type StoredDraft = ReturnType<typeof toStoredDraft>;

/** A kept draft as the form takes it. */
export const fromStoredDraft = ({ values, attachments, idempotencyKey }: StoredDraft): ProblemDraft => ({
  values: { ...values, budget: values.budget || undefined },
  attachments: attachments.filter(isStoredFile),
  idempotencyKey,
});

/** An emptied description of a new problem is no text either. */
const withTemplate = (draft: StoredDraft): StoredDraft => ({
  ...draft,
  values: { ...draft.values, body: draft.values.body || BODY_TEMPLATE },
});

/** The draft of a new problem, or of the changes to a posted one. */
export function draftOptions(userId: string, problem?: Problem): DraftOptions<StoredDraft> {
  const initial = toStoredDraft({ ...getInitialProblem(problem), idempotencyKey: crypto.randomUUID() });
  return {
    key: draftKey(userId, problem?._id),
    initial,
    schema: { fields: { values: createProblemRules.pick(['category', 'tags']) } },
    isEmpty: (draft) => hasSameContent(problem ? draft : withTemplate(draft), initial),
  };
}
