import { pageQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { doneSchema } from '../../../../platform/http/answer-schema.ts';
import { pagingOf } from '../../../../platform/http/paging.ts';
import { idParams } from '../../../../platform/http/params.ts';
import { presentCard } from '../presenter.ts';
import { problemsAnswer } from '../schemas.ts';
import { forgetProblem, listSaved, saveProblem } from './saved-problems.ts';

const access = 'signed-in';
const config = { access, limit: 'saving' } as const;
const tags = ['problems'];

/** PUT, DELETE /problems/:id/save and GET /problems/saved. */
export function savedRoutes(app: App, { db }: Deps): void {
  const schema = { tags, params: idParams, response: { 200: doneSchema } };

  app.put('/problems/:id/save', { config, schema }, async (request) => {
    await saveProblem(db, signedIn(request).user.id, request.params.id);
    return {};
  });

  app.delete('/problems/:id/save', { config, schema }, async (request) => {
    await forgetProblem(db, signedIn(request).user.id, request.params.id);
    return {};
  });

  app.get(
    '/problems/saved',
    { config: { access }, schema: { tags, querystring: pageQueryRules, response: { 200: problemsAnswer } } },
    async (request) => {
      const { cards, total } = await listSaved(db, signedIn(request).user.id, request.query);
      return { problems: cards.map((card) => presentCard(card, true)), total, ...pagingOf(request.query, total) };
    },
  );
}
