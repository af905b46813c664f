import { PROBLEM } from '@solvent/contracts';
import type { ChangeProblemBody, CreateProblemBody, Problem, SimilarProblemsAnswer } from '@solvent/contracts';
import { http, keepPreviousData, queryOptions } from '@solvent/http';
import { pick } from '@solvent/kit';
import { problemPath, PROBLEMS_KEY } from './problem-keys.ts';

interface ProblemAnswer {
  problem?: Problem;
}

/** `GET /problems/{id}` for the edit form. Its own key, never stale: a refetch must not replace what the user is typing. */
export const problemToEditOptions = (id: string) =>
  queryOptions({
    queryKey: ['problem-to-edit', id],
    queryFn: async ({ signal }) => pick((await http.get<ProblemAnswer>(problemPath(id), { signal })).data, 'problem'),
    staleTime: Infinity,
    gcTime: 0,
  });

export async function createProblem(body: CreateProblemBody, idempotencyKey: string): Promise<Problem> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return pick((await http.post<ProblemAnswer>('/problems', body, { headers })).data, 'problem');
}

export async function changeProblem(id: string, body: ChangeProblemBody): Promise<Problem> {
  return pick((await http.put<ProblemAnswer>(problemPath(id), body)).data, 'problem');
}

export const similarProblemsOptions = (title: string) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'similar', title],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<SimilarProblemsAnswer>>('/problems/similar', { params: { title }, signal });
      return data.problems ?? [];
    },
    enabled: title.length >= PROBLEM.titleMin && title.length <= PROBLEM.titleMax,
    placeholderData: keepPreviousData,
    retry: false,
  });
