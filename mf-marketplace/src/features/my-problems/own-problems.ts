import { PAGE_SIZES } from '@solvent/contracts';
import type { OwnProblemsAnswer, ProblemStatus } from '@solvent/contracts';
import { queryClient } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';
import { readTab, statusOf } from './problem-tab.ts';

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

/** Fetches what an address of /my-problems shows. */
export const preloadOwnProblems = (search: URLSearchParams) =>
  queryClient.prefetchInfiniteQuery(ownProblemsOptions(statusOf(readTab(search))));
