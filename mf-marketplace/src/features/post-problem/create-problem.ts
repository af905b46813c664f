import type { CreateProblemBody, Problem } from '@solvent/contracts';
import { http } from '@solvent/http';

/**
 * `POST /problems` (spec 7).
 *
 * @param idempotencyKey sent again, it makes no second problem
 */
export async function createProblem(body: CreateProblemBody, idempotencyKey: string): Promise<Pick<Problem, '_id' | 'title'>> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const { data } = await http.post<{ problem?: Problem }>('/problems', body, { headers });
  if (!data.problem) throw new Error('Invalid format: the answer has no problem.');
  return data.problem;
}
