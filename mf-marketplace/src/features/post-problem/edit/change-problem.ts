import type { ChangeProblemBody, Problem } from '@solvent/contracts';
import { http } from '@solvent/http';

/** `PUT /problems/{id}` (api "Endpoints"): while it is open. */
export async function changeProblem(id: string, body: ChangeProblemBody): Promise<Pick<Problem, '_id' | 'title'>> {
  const { data } = await http.put<{ problem?: Problem }>(`/problems/${encodeURIComponent(id)}`, body);
  if (!data.problem) throw new Error('Invalid format: the answer has no problem.');
  return data.problem;
}
