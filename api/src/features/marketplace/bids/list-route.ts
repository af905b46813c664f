import type { MyBidsAnswer, ProblemBidsAnswer } from '@solvent/contracts';
import { bidsQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { presentBid } from '../present-bid.ts';
import { presentOwnBid } from './presenter.ts';
import { bidsOfProblem, countOwnBids, ownBids } from './read-bids.ts';
import type { OwnBidsQuery } from './read-bids.ts';
import { bidsAnswer } from './schemas.ts';

async function answerProblemBids(
  db: Db,
  problemId: string,
  viewerId: string | undefined,
  { status }: OwnBidsQuery,
): Promise<ProblemBidsAnswer> {
  const found = await bidsOfProblem(db, problemId, viewerId, status);
  if (found === undefined) throw notFound('This problem');
  return { bids: found.bids.map(presentBid), count: found.count };
}

async function answerOwnBids(db: Db, solverId: string, query: OwnBidsQuery): Promise<MyBidsAnswer> {
  const [own, counts] = await Promise.all([ownBids(db, solverId, query), countOwnBids(db, solverId)]);
  return { bids: own.map(presentOwnBid), counts, ...pagingOf(query, counts[query.status ?? 'all']) };
}

/** GET /bids: with `problemId` the bids on a problem, as far as the caller may see them; without it, one's own. */
export function listRoute(app: App, { db }: Deps): void {
  app.get(
    '/bids',
    {
      config: { access: 'anyone' },
      schema: { tags: ['bids'], querystring: bidsQueryRules, response: { 200: bidsAnswer } },
    },
    (request) => {
      const { problemId, ...query } = request.query;
      if (problemId !== undefined) return answerProblemBids(db, problemId, request.caller?.user.id, query);
      return answerOwnBids(db, signedIn(request).user.id, query);
    },
  );
}
