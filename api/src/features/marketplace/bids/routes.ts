import type { BidResponse, MyBidsResponse, ProblemBidsResponse } from '@solvent/contracts';
import { acceptBidRules, changeBidRules, rejectBidRules } from '@solvent/contracts/rules';
import { confirmBidRules, placeBidRules, shortlistRules } from '@solvent/contracts/rules/actions';
import { bidsQueryRules } from '@solvent/contracts/rules/queries';
import { bidResponse, bidsResponse, comparisonResponse } from '@solvent/contracts/schemas';
import { requireCaller } from '../../accounts/index.ts';
import { deleteBytes } from '../../files/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { presentBid, presentOwnBid, countOwnBids, listOwnBids, listProblemBids } from './queries.ts';
import type { BidWithSolver, OwnBidsQuery } from './queries.ts';
import { placeBid } from './place-bid.ts';
import { recordBidsSeen } from '../problems/updates.ts';
import { compareTexts, confirmBid, acceptBid, changeBid, rejectBid, shortlistBid, withdrawBid } from './service.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';

async function respondWithProblemBids(
  { db, fileLinks: { linkTo } }: Deps,
  problemId: string,
  viewerId: string | undefined,
  { status }: OwnBidsQuery,
): Promise<ProblemBidsResponse> {
  const found = await listProblemBids(db, problemId, viewerId, status);
  if (found === undefined) throw notFound('This problem');
  const bids = found.bids.map(({ facts, ...bid }) => ({ ...presentBid(bid, linkTo), ...(facts && { facts }) }));
  return { bids, count: found.count };
}

async function respondWithOwnBids({ db, fileLinks }: Deps, solverId: string, query: OwnBidsQuery): Promise<MyBidsResponse> {
  const [own, { counts, sums }] = await Promise.all([listOwnBids(db, solverId, query), countOwnBids(db, solverId)]);
  const bids = own.map((bid) => presentOwnBid(bid, fileLinks.linkTo));
  return { bids, counts, sums, ...buildPaging(query, counts[query.status ?? 'all']) };
}

/** GET /bids lists the visible bids of `problemId`, otherwise the caller's own. */
function listRoute(app: App, deps: Deps): void {
  app.get(
    '/bids',
    {
      config: { access: 'anyone' },
      schema: { tags: ['bids'], querystring: bidsQueryRules, response: { 200: bidsResponse } },
    },
    async (request) => {
      const { problemId, ...query } = request.query;
      if (problemId === undefined) return respondWithOwnBids(deps, requireCaller(request).user.id, query);
      const viewerId = request.caller?.user.id;
      const at = new Date();
      const response = await respondWithProblemBids(deps, problemId, viewerId, query);
      if (request.method === 'GET' && viewerId !== undefined && response.bids.length > 0)
        await recordBidsSeen(deps.db, problemId, viewerId, at);
      return response;
    },
  );
}

// Access depends on the side of the bid, not on the caller's current role.
const config = { access: 'signed-in', limit: 'bidChanges' } as const;
const schema = { tags: ['bids'], params: idParams, response: { 200: bidResponse } };

const respond = ({ fileLinks }: Deps, bid: BidWithSolver): BidResponse => ({ bid: presentBid(bid, fileLinks.linkTo) });

function placeRoute(app: App, deps: Deps): void {
  app.post(
    '/bids',
    {
      config: { access: 'solver', limit: 'bids' },
      schema: { tags: ['bids'], body: placeBidRules, response: { 201: bidResponse } },
    },
    async (request, reply) => {
      const { user: solver } = requireCaller(request);
      const bid = await placeBid(deps, { solver, body: request.body, requestKey: idempotencyKey(request) });
      reply.code(201);
      return respond(deps, bid);
    },
  );
}

function solverRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id', { config, schema: { ...schema, body: changeBidRules } }, async (request) => {
    const { bid, deletedKeys } = await changeBid(deps, requireCaller(request).user.id, request.params.id, request.body);
    await deleteBytes(deps, deletedKeys, request.log);
    return respond(deps, bid);
  });
  app.put('/bids/:id/withdraw', { config, schema }, async (request) =>
    respond(deps, await withdrawBid(deps, requireCaller(request).user.id, request.params.id)),
  );
}

function confirmRoutes(app: App, deps: Deps): void {
  app.get(
    '/bids/:id/comparison',
    { config: { access: 'signed-in' }, schema: { tags: ['bids'], params: idParams, response: { 200: comparisonResponse } } },
    (request) => compareTexts(deps, requireCaller(request).user.id, request.params.id),
  );
  app.put('/bids/:id/confirm', { config, schema: { ...schema, body: confirmBidRules } }, async (request) => {
    const bid = await confirmBid(deps, requireCaller(request).user.id, request.params.id, request.body.changedAt);
    return respond(deps, bid);
  });
}

function posterRoutes(app: App, deps: Deps): void {
  app.put('/bids/:id/accept', { config, schema: { ...schema, body: acceptBidRules } }, async (request) =>
    respond(deps, await acceptBid(deps, requireCaller(request).user, request.params.id, request.body)),
  );
  app.put('/bids/:id/reject', { config, schema: { ...schema, body: rejectBidRules } }, async (request) =>
    respond(deps, await rejectBid(deps, requireCaller(request).user, request.params.id, request.body.reason)),
  );
  app.put('/bids/:id/shortlist', { config, schema: { ...schema, body: shortlistRules } }, async (request) =>
    respond(deps, await shortlistBid(deps, requireCaller(request).user.id, request.params.id, request.body.shortlisted)),
  );
}

/** Bids (product 7.6 and 4.11). */
export const bidsFeature: Feature<Deps> = (app, deps) => {
  listRoute(app, deps);
  placeRoute(app, deps);
  solverRoutes(app, deps);
  confirmRoutes(app, deps);
  posterRoutes(app, deps);
};
