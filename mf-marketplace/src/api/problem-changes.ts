import { PROBLEM, findLengthError } from '@solvent/contracts';
import type { ChangeProblemBody, CreateProblemBody, Problem, SimilarBudgets, SimilarProblemsResponse } from '@solvent/contracts';
import { http, keepPreviousData, queryOptions } from '@solvent/http';
import { requireField } from '@solvent/kit';
import { problemPath, PROBLEMS_KEY } from './problem-keys.ts';

interface ProblemResponse {
  problem?: Problem;
}

/** `GET /problems/{id}` for the edit form. Its own key, never stale: a refetch must not replace what the user is typing. */
export const problemToEditOptions = (id: string) =>
  queryOptions({
    queryKey: ['problem-to-edit', id],
    queryFn: async ({ signal }) => requireField((await http.get<ProblemResponse>(problemPath(id), { signal })).data, 'problem'),
    staleTime: Infinity,
    gcTime: 0,
  });

export async function createProblem(body: CreateProblemBody, idempotencyKey: string): Promise<Problem> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return requireField((await http.post<ProblemResponse>('/problems', body, { headers })).data, 'problem');
}

export async function changeProblem(id: string, body: ChangeProblemBody): Promise<Problem> {
  return requireField((await http.put<ProblemResponse>(problemPath(id), body)).data, 'problem');
}

/** Whether a title is long and short enough for `GET /problems/similar`. */
export const isTitle = (title: string): boolean =>
  findLengthError('', title, { min: PROBLEM.titleMin, max: PROBLEM.titleMax }) === undefined;

export const similarProblemsOptions = (title: string) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'similar', title],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<SimilarProblemsResponse>>('/problems/similar', { params: { title }, signal });
      return data.problems ?? [];
    },
    enabled: isTitle(title),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** `GET /problems/budgets`: what most similar problems offer. */
export const similarBudgetsOptions = (category: string, tags: readonly string[]) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'budgets', category, tags],
    queryFn: async ({ signal }) => {
      const params = { category, ...(tags.length > 0 ? { tags: tags.join(',') } : {}) };
      const { data } = await http.get<{ budgets?: SimilarBudgets }>('/problems/budgets', { params, signal });
      return data.budgets ?? null;
    },
    enabled: category !== '',
    retry: false,
  });
