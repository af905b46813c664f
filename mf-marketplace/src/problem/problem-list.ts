import { BROWSE } from '@solvent/contracts';
import type { ProblemsAnswer, ProblemsQuery } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';
import { asListed } from './listed-problem.ts';
import type { ListedProblem } from './listed-problem.ts';

/** `GET /problems` without its page. */
export type ListQuery = Omit<ProblemsQuery, 'page' | 'limit'>;

export interface ProblemListPage {
  problems: ListedProblem[];
  totalPages: number;
  /** All that match, on every page; unknown to a server that does not say. */
  total: number | undefined;
}

export const PROBLEM_LISTS_KEY = ['problems', 'list'] as const;

const FRESH_FOR = 30_000;

/** The list as /problems opens: the query that stands for no filter at all (spec 4). */
export const OPENING_QUERY: ListQuery = { price_min: BROWSE.initialPrice[0], price_max: BROWSE.initialPrice[1] };

async function fetchProblems(query: ListQuery, page: number, signal: AbortSignal): Promise<ProblemListPage> {
  const { data } = await http.get<Partial<ProblemsAnswer>>('/problems', { params: { ...query, page }, signal });
  if (!Array.isArray(data.problems)) throw new Error('Invalid format: the answer has no array of problems.');
  return { problems: data.problems.map(asListed), totalPages: data.totalPages ?? 1, total: data.total };
}

/** `GET /problems`, page by page (spec 7). */
export const problemListOptions = (query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...PROBLEM_LISTS_KEY, query],
    queryFn: ({ pageParam, signal }) => fetchProblems(query, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (page < last.totalPages ? page + 1 : undefined),
    // A list that somebody has scrolled would be asked for again page by page: it stays until it leaves the cache.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Infinity : FRESH_FOR),
  });
