import { timelineQueryRules } from '@solvent/contracts/rules';
import { eq } from 'drizzle-orm';
import { problems } from '../../schema/problems.ts';
import { users } from '../../../accounts/schema/users.ts';
import type { Deps } from '../../../../deps.ts';
import { notFound } from '../../../../platform/errors/app-error.ts';
import type { App } from '../../../../feature.ts';
import { idParams } from '../../../../platform/http/params.ts';
import { timelineAnswer } from '../schemas.ts';
import { timelineOf } from './timeline.ts';

/** GET /problems/:id/timeline: a page of what happened to a problem, for who looks further back than its own page does. */
export function timelineRoute(app: App, { db }: Deps): void {
  app.get(
    '/problems/:id/timeline',
    {
      config: { access: 'anyone' },
      schema: { tags: ['problems'], params: idParams, querystring: timelineQueryRules, response: { 200: timelineAnswer } },
    },
    async ({ params, query }) => {
      const [problem] = await db
        .select({
          id: problems.id,
          createdAt: problems.createdAt,
          poster: { id: users.id, name: users.name, image: users.image },
        })
        .from(problems)
        .innerJoin(users, eq(users.id, problems.userId))
        .where(eq(problems.id, params.id));
      if (problem === undefined) throw notFound('This problem');
      return timelineOf(db, problem, query.before);
    },
  );
}
