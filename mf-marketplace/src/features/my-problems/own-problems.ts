import { PAGE_SIZES, PROBLEM_STATUSES } from '@solvent/contracts';
import type { OwnProblemsResponse, ProblemStatus } from '@solvent/contracts';
import { queryClient } from '@solvent/http';
import { pagedQuery, requireField } from '@solvent/kit';
import { PROBLEMS_KEY } from '../../api/problem-keys.ts';

export type ProblemTab = ProblemStatus | 'all';

export const PROBLEM_TABS: readonly ProblemTab[] = ['all', ...PROBLEM_STATUSES];

/** Returns the tab of a URL; All if it is unknown. */
export const readTab = (params: URLSearchParams): ProblemTab => PROBLEM_TABS.find((tab) => tab === params.get('status')) ?? 'all';

export const getTabPath = (tab: ProblemTab): string => (tab === 'all' ? '/my-problems' : `/my-problems?status=${tab}`);

export const toStatus = (tab: ProblemTab): ProblemStatus | undefined => (tab === 'all' ? undefined : tab);

export const OWN_PROBLEMS_KEY = [...PROBLEMS_KEY, 'own'] as const;

export const ownProblemsOptions = (status: ProblemStatus | undefined) => ({
  ...pagedQuery<OwnProblemsResponse, Pick<OwnProblemsResponse, 'problems' | 'counts' | 'totalPages'>>({
    queryKey: [...OWN_PROBLEMS_KEY, status ?? 'all'],
    path: '/problems/user',
    params: status ? { status } : {},
    limit: PAGE_SIZES.ownProblems,
    read: (body) => ({
      problems: requireField(body, 'problems'),
      counts: requireField(body, 'counts'),
      totalPages: body.totalPages ?? 1,
    }),
  }),
  staleTime: 0,
});

export const preloadOwnProblems = (search: URLSearchParams) =>
  queryClient.prefetchInfiniteQuery(ownProblemsOptions(toStatus(readTab(search))));
