import { BROWSE } from '@solvent/contracts';
import type { ProblemsResponse } from '@solvent/contracts';
import { http, infiniteQueryOptions, queryClient } from '@solvent/http';
import { distinct, requireField } from '@solvent/kit';
import { PROBLEMS_KEY } from './problem-keys.ts';
import { toListedProblem } from './problems.ts';
import type { ListedProblem } from './problems.ts';

export const SAVED_PROBLEMS_KEY = [...PROBLEMS_KEY, 'saved'] as const;

interface SavedPage {
  problems: ListedProblem[];
  total: number;
}

async function fetchSaved(page: number, signal: AbortSignal): Promise<SavedPage> {
  const params = { page, limit: BROWSE.pageSize };
  const { data } = await http.get<Partial<ProblemsResponse>>('/problems/saved', { params, signal });
  const problems = requireField(data, 'problems').map((problem) => toListedProblem({ ...problem, savedByMe: true }));
  return { problems, total: data.total ?? problems.length };
}

export const getSavedProblems = (pages: readonly SavedPage[]): ListedProblem[] =>
  distinct(
    pages.flatMap(({ problems }) => problems),
    ({ _id }) => _id,
  );

/** Counts only problems that are still saved, because removals shift later pages on the server. */
function getNextPage(pages: readonly SavedPage[]): number | undefined {
  const all = getSavedProblems(pages);
  const hasNoNewProblems = all.length === getSavedProblems(pages.slice(0, -1)).length;
  const savedCount = all.filter(({ savedByMe }) => savedByMe).length;
  const isComplete = hasNoNewProblems || savedCount >= (pages.at(-1)?.total ?? 0);
  return isComplete ? undefined : Math.floor(savedCount / BROWSE.pageSize) + 1;
}

export const savedProblemsOptions = infiniteQueryOptions({
  queryKey: SAVED_PROBLEMS_KEY,
  queryFn: ({ pageParam, signal }) => fetchSaved(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: (_last, pages) => getNextPage(pages),
});

export const preloadSavedProblems = () => queryClient.prefetchInfiniteQuery(savedProblemsOptions);
