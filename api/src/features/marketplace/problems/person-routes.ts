import { userProblemsQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { problems } from '../schema/problems.ts';
import { problemsOf } from './policy.ts';
import { presentCards } from './present-cards.ts';
import { problemsAnswer } from './schemas.ts';
import { stretchOf } from './stretch.ts';

/** GET /problems/user: one's own problems, or with `userId` somebody's. */
export function personRoute(app: App, { db }: Deps): void {
  app.get(
    '/problems/user',
    {
      config: { access: 'anyone' },
      schema: { tags: ['problems'], querystring: userProblemsQueryRules, response: { 200: problemsAnswer } },
    },
    async (request) => {
      const { userId = signedIn(request).user.id, page, limit } = request.query;
      const viewerId = request.caller?.user.id;
      const condition = problemsOf(userId, viewerId);
      const total = await db.$count(problems, condition);
      const cards = await stretchOf(db, condition, 'newest', { limit, offset: (page - 1) * limit });
      return { problems: await presentCards(db, cards, viewerId), total, ...pagingOf(request.query, total) };
    },
  );
}
