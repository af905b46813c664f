import { PAGE_SIZES } from '@solvent/contracts';
import type { OwnProblemsAnswer, ProblemStatus } from '@solvent/contracts';
import { pagedQuery, pick } from '@solvent/kit';
import { PROBLEMS_KEY } from './problem-keys.ts';

export const OWN_PROBLEMS_KEY = [...PROBLEMS_KEY, 'own'] as const;

/** `GET /problems/user`: the own problems, newest first, page by page. @param status undefined for all */
export const ownProblemsOptions = (status: ProblemStatus | undefined) => ({
  ...pagedQuery<OwnProblemsAnswer, Pick<OwnProblemsAnswer, 'problems' | 'counts' | 'totalPages'>>({
    queryKey: [...OWN_PROBLEMS_KEY, status ?? 'all'],
    path: '/problems/user',
    params: status ? { status } : {},
    limit: PAGE_SIZES.ownProblems,
    read: (body) => ({ problems: pick(body, 'problems'), counts: pick(body, 'counts'), totalPages: body.totalPages ?? 1 }),
  }),
  // Others bid and ask meanwhile.
  staleTime: 0,
});
