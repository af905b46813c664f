import type { Problem, ProblemStatus } from '@solvent/contracts';
import { changeStatusRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import { notFound } from '../../../../platform/errors/app-error.ts';
import type { App } from '../../../../feature.ts';
import { idParams } from '../../../../platform/http/params.ts';
import { presentProblem } from '../presenter.ts';
import { findProblem } from '../problem-detail.ts';
import { problemAnswer } from '../schemas.ts';
import { changeStatus } from './change-status.ts';

/** Whose problem it is decides, not the role that the person has just now. */
const config = { access: 'signed-in', limit: 'problemStatus' } as const;
const schema = { tags: ['problems'], params: idParams, response: { 200: problemAnswer } };

/** PUT /problems/:id/status, and DELETE /problems/:id, which closes it. `onChanged` hears of each change. */
export function statusRoutes(app: App, deps: Deps, onChanged: () => void): void {
  const answer = async (callerId: string, problemId: string, status: ProblemStatus): Promise<{ problem: Problem }> => {
    await changeStatus(deps, { problemId, callerId, status });
    onChanged();
    const problem = await findProblem(deps.db, problemId, callerId);
    if (problem === undefined) throw notFound('This problem');
    return { problem: presentProblem(problem) };
  };

  app.put('/problems/:id/status', { config, schema: { ...schema, body: changeStatusRules } }, (request) =>
    answer(signedIn(request).user.id, request.params.id, request.body.status),
  );
  app.delete('/problems/:id', { config, schema }, (request) => answer(signedIn(request).user.id, request.params.id, 'closed'));
}
