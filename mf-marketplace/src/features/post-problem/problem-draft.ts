import { TEMPLATE_HEADINGS } from '@solvent/contracts';
import type { Category, Problem } from '@solvent/contracts';
import { createProblemRules, findDoneByError, getToday } from '@solvent/contracts/rules';
import { hasSameContent } from '@solvent/kit';
import type { DraftOptions } from '@solvent/kit';
import type { OwnKey } from '@solvent/store';
import type { DraftFile } from '../../attachments/use-attachments.ts';

export interface ProblemValues {
  title: string;
  body: string;
  category: Category | '';
  tags: string[];
  /** As typed. */
  budget: string;
  /** Calendar day, if any. */
  doneBy: string;
}

export interface InitialProblem {
  values: ProblemValues;
  attachments: DraftFile[];
}

export interface ProblemDraft extends InitialProblem {
  idempotencyKey: string;
}

export const BODY_TEMPLATE = TEMPLATE_HEADINGS.map((heading) => `## ${heading}\n\n`)
  .join('\n')
  .trimEnd()
  .concat('\n');

const TEMPLATE_LINES = new Set(BODY_TEMPLATE.split('\n').map((line) => line.trim()));

const hasOwnText = (body: string): boolean => body.split('\n').some((line) => !TEMPLATE_LINES.has(line.trim()));

/** Rejects a description that is only the template, and a day that has passed for the poster, unless the problem has it. */
export const buildFormRules = (problem?: Problem) =>
  createProblemRules
    .test(
      'own-words',
      ({ body }, { createError }) =>
        !body || hasOwnText(body) || createError({ path: 'body', message: 'Description is required' }),
    )
    .test('done-by', ({ doneBy }, { createError }) => {
      const message = findDoneByError(doneBy, getToday(), problem?.doneBy);
      return message === undefined || createError({ path: 'doneBy', message });
    });

export const EMPTY_PROBLEM: ProblemValues = {
  title: '',
  body: BODY_TEMPLATE,
  category: '',
  tags: [],
  budget: '',
  doneBy: '',
};

export const getInitialProblem = (problem?: Problem): InitialProblem => {
  if (!problem) return { values: EMPTY_PROBLEM, attachments: [] };
  const { title, body, category, tags, budget, doneBy, attachments } = problem;
  return { values: { title, body, category, tags, budget: String(budget), doneBy: doneBy ?? '' }, attachments };
};

/** One draft per user for a new problem, and one for each edited problem. */
export const draftKey = (userId: string, problemId?: string): OwnKey =>
  `solvent.draft.problem.${userId}${problemId ? `.${problemId}` : ''}`;

const withTemplate = (draft: ProblemDraft): ProblemDraft => ({
  ...draft,
  values: { ...draft.values, body: draft.values.body || BODY_TEMPLATE },
});

export function draftOptions(userId: string, problem?: Problem): DraftOptions<ProblemDraft> {
  const initial = { ...getInitialProblem(problem), idempotencyKey: crypto.randomUUID() };
  return {
    key: draftKey(userId, problem?._id),
    initial,
    schema: { fields: { values: createProblemRules.pick(['category', 'tags']) } },
    isEmpty: (draft) => hasSameContent(problem ? draft : withTemplate(draft), initial),
  };
}
