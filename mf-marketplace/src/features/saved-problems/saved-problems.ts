import { BROWSE } from '@solvent/contracts';
import type { ProblemsAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';
import { asListed } from '../../problem/listed-problem.ts';
import type { ListedProblem } from '../../problem/listed-problem.ts';
import { SAVED_PROBLEMS_KEY } from '../../saving/save-problem.ts';

interface SavedPage {
  problems: ListedProblem[];
  /** How many are saved in all. */
  total: number;
}

async function fetchSaved(page: number, signal: AbortSignal): Promise<SavedPage> {
  const params = { page, limit: BROWSE.pageSize };
  const { data } = await http.get<Partial<ProblemsAnswer>>('/problems/saved', { params, signal });
  if (!Array.isArray(data.problems)) throw new Error('Invalid format: the answer has no array of problems.');
  const problems = data.problems.map((problem) => asListed({ ...problem, savedByMe: true }));
  return { problems, total: data.total ?? problems.length };
}

/**
 * Each once: what is saved or taken back meanwhile moves the others from page to page. The first one stands: a page that was
 * asked for while a problem was taken back may still have it.
 */
export function distinct(pages: readonly SavedPage[]): ListedProblem[] {
  const problems = new Map<string, ListedProblem>();
  for (const problem of pages.flatMap((page) => page.problems))
    if (!problems.has(problem._id)) problems.set(problem._id, problem);
  return [...problems.values()];
}

/** The page that follows: what was taken back since no longer counts there, so that nothing is skipped. */
function nextPage(pages: readonly SavedPage[]): number | undefined {
  const all = distinct(pages);
  const brought = all.length - distinct(pages.slice(0, -1)).length;
  const standing = all.filter(({ savedByMe }) => savedByMe).length;
  const isWhole = brought === 0 || standing >= (pages.at(-1)?.total ?? 0);
  return isWhole ? undefined : Math.floor(standing / BROWSE.pageSize) + 1;
}

/** `GET /problems/saved`, the latest saved first, page by page. */
export const savedProblemsOptions = infiniteQueryOptions({
  queryKey: SAVED_PROBLEMS_KEY,
  queryFn: ({ pageParam, signal }) => fetchSaved(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: (_last, pages) => nextPage(pages),
});
