import { PROBLEM_STATUSES } from '@solvent/contracts';
import { similarQueryRules } from '@solvent/contracts/rules';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { answerSchema, json } from '../../../../platform/http/answer-schema.ts';
import { findSimilar } from './similar-problems.ts';

const similar = { _id: json.id, title: json.text, status: json.oneOf(PROBLEM_STATUSES), bidCount: json.integer };
const similarAnswer = answerSchema({ problems: json.list(json.object(similar)) });

/** GET /problems/similar: asked while one writes a title, so it is limited as searching is. */
export function similarRoute(app: App, { db }: Deps): void {
  app.get(
    '/problems/similar',
    {
      config: { access: 'anyone', limit: 'search' },
      schema: { tags: ['problems'], querystring: similarQueryRules, response: { 200: similarAnswer } },
    },
    async (request) => ({ problems: await findSimilar(db, request.query.title) }),
  );
}
