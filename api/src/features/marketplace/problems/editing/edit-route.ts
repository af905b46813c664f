import { createProblemRules } from '@solvent/contracts/rules';
import type { FastifyBaseLogger } from 'fastify';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import { notFound } from '../../../../platform/errors/app-error.ts';
import type { App } from '../../../../feature.ts';
import { LONG_BODY_LIMITS } from '../../../../platform/http/body-parsers.ts';
import { idParams } from '../../../../platform/http/params.ts';
import { presentProblem } from '../presenter.ts';
import { findProblem } from '../problem-detail.ts';
import { problemAnswer } from '../schemas.ts';
import { editProblem } from './edit-problem.ts';

/** The edit is done: bytes that cannot be deleted now take up room, and are nobody's to read. */
async function deleteBytes({ files }: Deps, keys: string[], log: FastifyBaseLogger): Promise<void> {
  const left = (key: string) => (error: unknown) => log.error({ err: error, key }, 'A removed file is left in the file store');
  await Promise.all(keys.map((key) => files.delete(key).catch(left(key))));
}

/** PUT /problems/:id. Whoever posted it may, also while they are a solver. */
export function editRoute(app: App, deps: Deps, onEdited: () => void): void {
  const { db, transact } = deps;
  app.put(
    '/problems/:id',
    {
      config: { access: 'signed-in', limit: 'problemChanges' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { tags: ['problems'], params: idParams, body: createProblemRules, response: { 200: problemAnswer } },
    },
    async (request) => {
      const { id } = request.params;
      const callerId = signedIn(request).user.id;
      const gone = await transact((tx, events) => editProblem(tx, events, id, callerId, request.body));
      onEdited();
      await deleteBytes(deps, gone, request.log);
      const problem = await findProblem(db, id, callerId);
      if (problem === undefined) throw notFound('This problem');
      return { problem: presentProblem(problem) };
    },
  );
}
