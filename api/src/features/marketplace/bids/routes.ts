import type { MyBidsAnswer, ProblemBidsAnswer } from '@solvent/contracts';
import { bidsQueryRules, changeBidRules, placeBidRules, rejectBidRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { bidAnswer, bidsAnswer, presentBid, presentOwnBid } from './presenter.ts';
import { bidsOfProblem, countOwnBids, ownBids } from './queries.ts';
import type { OwnBidsQuery } from './queries.ts';
import { noteBidsSeen } from '../problems/news.ts';
import { acceptBid, changeBid, placeBid, rejectBid, withdrawBid } from './service.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';

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
  const [own, { counts, sums }] = await Promise.all([ownBids(db, solverId, query), countOwnBids(db, solverId)]);
  return { bids: own.map(presentOwnBid), counts, sums, ...pagingOf(query, counts[query.status ?? 'all']) };
}

/** GET /bids: with `problemId` the bids on a problem, as far as the caller may see them; without it, one's own. */
function listRoute(app: App, { db }: Deps): void {
  app.get(
    '/bids',
    {
      config: { access: 'anyone' },
      schema: { tags: ['bids'], querystring: bidsQueryRules, response: { 200: bidsAnswer } },
    },
    async (request) => {
      const { problemId, ...query } = request.query;
      const viewerId = request.caller?.user.id;
      if (problemId !== undefined) {
        const at = new Date();
        const answer = await answerProblemBids(db, problemId, viewerId, query);
        if (request.method === 'GET' && viewerId !== undefined && answer.bids.length > 0)
          await noteBidsSeen(db, problemId, viewerId, at);
        return answer;
      }
      return answerOwnBids(db, signedIn(request).user.id, query);
    },
  );
}

/** Whose bid or problem it is decides, not the role that the person has just now. */
const config = { access: 'signed-in', limit: 'bidChanges' } as const;
const schema = { tags: ['bids'], params: idParams, response: { 200: bidAnswer } };

function placeRoute(app: App, deps: Deps): void {
  app.post(
    '/bids',
    {
      config: { access: 'solver', limit: 'bids' },
      schema: { tags: ['bids'], body: placeBidRules, response: { 201: bidAnswer } },
    },
    async (request, reply) => {
      const { user: solver } = signedIn(request);
      const bid = await placeBid(deps, { solver, body: request.body, requestKey: idempotencyKey(request) });
      reply.code(201);
      return { bid };
    },
  );
}

function solverRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id', { config, schema: { ...schema, body: changeBidRules } }, async (request) => ({
    bid: await changeBid(deps, signedIn(request).user.id, request.params.id, request.body),
  }));
  app.put('/bids/:id/withdraw', { config, schema }, async (request) => ({
    bid: await withdrawBid(deps, signedIn(request).user.id, request.params.id),
  }));
}

function posterRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id/accept', { config, schema }, async (request) => ({
    bid: await acceptBid(deps, signedIn(request).user, request.params.id),
  }));
  app.put('/bids/:id/reject', { config, schema: { ...schema, body: rejectBidRules } }, async (request) => ({
    bid: await rejectBid(deps, signedIn(request).user, request.params.id, request.body.reason),
  }));
}

/** Bids (product 7.6 and 4.11). */
export const bidsFeature: Feature = (app, deps) => {
  listRoute(app, deps);
  placeRoute(app, deps);
  solverRoutes(app, deps);
  posterRoutes(app, deps);
};
