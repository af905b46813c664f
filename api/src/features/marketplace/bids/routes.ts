import type { MyBidsResponse, ProblemBidsResponse } from '@solvent/contracts';
import { acceptBidRules, changeBidRules, rejectBidRules } from '@solvent/contracts/rules';
import { confirmBidRules, placeBidRules, shortlistRules } from '@solvent/contracts/rules/actions';
import { bidsQueryRules } from '@solvent/contracts/rules/queries';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { deleteBytes } from '../../files/service.ts';
import { bidAnswer, bidsAnswer, comparisonAnswer, presentBid, presentOwnBid } from './presenter.ts';
import { bidsOfProblem, countOwnBids, ownBids } from './queries.ts';
import type { OwnBidsQuery } from './queries.ts';
import { placeBid } from './place-bid.ts';
import { recordBidsSeen } from '../problems/updates.ts';
import { compareTexts, confirmBid } from './confirm-bid.ts';
import { acceptBid, changeBid, rejectBid, shortlistBid, withdrawBid } from './service.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';

async function answerProblemBids(
  { db, fileLinks: { linkTo } }: Deps,
  problemId: string,
  viewerId: string | undefined,
  { status }: OwnBidsQuery,
): Promise<ProblemBidsResponse> {
  const found = await bidsOfProblem(db, problemId, viewerId, status);
  if (found === undefined) throw notFound('This problem');
  const shown = found.bids.map(({ facts, ...bid }) => ({ ...presentBid(bid, linkTo), ...(facts && { facts }) }));
  return { bids: shown, count: found.count };
}

async function answerOwnBids({ db, fileLinks }: Deps, solverId: string, query: OwnBidsQuery): Promise<MyBidsResponse> {
  const [own, { counts, sums }] = await Promise.all([ownBids(db, solverId, query), countOwnBids(db, solverId)]);
  const shown = own.map((bid) => presentOwnBid(bid, fileLinks.linkTo));
  return { bids: shown, counts, sums, ...buildPaging(query, counts[query.status ?? 'all']) };
}

/** GET /bids: with `problemId` the bids on a problem, as far as the caller may see them; without it, one's own. */
function listRoute(app: App, deps: Deps): void {
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
        const answer = await answerProblemBids(deps, problemId, viewerId, query);
        if (request.method === 'GET' && viewerId !== undefined && answer.bids.length > 0)
          await recordBidsSeen(deps.db, problemId, viewerId, at);
        return answer;
      }
      return answerOwnBids(deps, requireCaller(request).user.id, query);
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
      const { user: solver } = requireCaller(request);
      const bid = await placeBid(deps, { solver, body: request.body, requestKey: idempotencyKey(request) });
      reply.code(201);
      return { bid: presentBid(bid, deps.fileLinks.linkTo) };
    },
  );
}

function solverRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id', { config, schema: { ...schema, body: changeBidRules } }, async (request) => {
    const { bid, gone } = await changeBid(deps, requireCaller(request).user.id, request.params.id, request.body);
    await deleteBytes(deps, gone, request.log);
    return { bid: presentBid(bid, deps.fileLinks.linkTo) };
  });
  app.put('/bids/:id/withdraw', { config, schema }, async (request) => ({
    bid: presentBid(await withdrawBid(deps, requireCaller(request).user.id, request.params.id), deps.fileLinks.linkTo),
  }));
}

function confirmRoutes(app: App, deps: Deps): void {
  app.get(
    '/bids/:id/comparison',
    { config: { access: 'signed-in' }, schema: { tags: ['bids'], params: idParams, response: { 200: comparisonAnswer } } },
    (request) => compareTexts(deps, requireCaller(request).user.id, request.params.id),
  );
  app.put('/bids/:id/confirm', { config, schema: { ...schema, body: confirmBidRules } }, async (request) => {
    const bid = await confirmBid(deps, requireCaller(request).user.id, request.params.id, request.body.changedAt);
    return { bid: presentBid(bid, deps.fileLinks.linkTo) };
  });
}

function posterRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id/accept', { config, schema: { ...schema, body: acceptBidRules } }, async (request) => ({
    bid: presentBid(await acceptBid(deps, requireCaller(request).user, request.params.id, request.body), deps.fileLinks.linkTo),
  }));
  app.put('/bids/:id/reject', { config, schema: { ...schema, body: rejectBidRules } }, async (request) => ({
    bid: presentBid(
      await rejectBid(deps, requireCaller(request).user, request.params.id, request.body.reason),
      deps.fileLinks.linkTo,
    ),
  }));
  app.put('/bids/:id/shortlist', { config, schema: { ...schema, body: shortlistRules } }, async (request) => ({
    bid: presentBid(
      await shortlistBid(deps, requireCaller(request).user.id, request.params.id, request.body.shortlisted),
      deps.fileLinks.linkTo,
    ),
  }));
}

/** Bids (product 7.6 and 4.11). */
export const bidsFeature: Feature = (app, deps) => {
  listRoute(app, deps);
  placeRoute(app, deps);
  solverRoutes(app, deps);
  confirmRoutes(app, deps);
  posterRoutes(app, deps);
};
