import type { BidResponse } from '@solvent/contracts';
import { acceptBidRules, changeBidRules, rejectBidRules } from '@solvent/contracts/rules';
import { confirmBidRules, placeBidRules, shortlistRules } from '@solvent/contracts/rules/actions';
import { bidsQueryRules } from '@solvent/contracts/rules/queries';
import { bidResponse, bidsResponse, comparisonResponse } from '@solvent/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { presentBid, presentOwnBid, countOwnBids, listOwnBids, listProblemBids } from './queries.ts';
import type { BidWithSolver } from './queries.ts';
import { recordBidsSeen } from '../problems/work.ts';
import { compareTexts, confirmBid, acceptBid, changeBid, placeBid, rejectBid, shortlistBid, withdrawBid } from './service.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';

/** Bids (product 7.6 and 4.11). */
export const bidsFeature: Feature<Deps> = (app, deps) => {
  const { db } = deps;
  const { linkTo } = deps.fileLinks;
  // Access depends on the side of the bid, not on the caller's current role.
  const access = 'signed-in';
  const config = { access, limit: 'bidChanges' } as const;
  const tags = ['bids'];
  const schema = { tags, params: idParams, response: { 200: bidResponse } };
  const respond = async (bid: Promise<BidWithSolver>): Promise<BidResponse> => ({ bid: presentBid(await bid, linkTo) });
  const withCaller = (request: FastifyRequest, { id }: { id: string }) => ({ id, caller: requireCaller(request).user });

  // Lists the visible bids of `problemId`, otherwise the caller's own.
  app.get(
    '/bids',
    { config: { access: 'anyone' }, schema: { tags, querystring: bidsQueryRules, response: { 200: bidsResponse } } },
    async (request) => {
      const { problemId, ...query } = request.query;
      if (problemId === undefined) {
        const { id } = requireCaller(request).user;
        const [own, { counts, sums }] = await Promise.all([listOwnBids(db, id, query), countOwnBids(db, id, query.search)]);
        const bids = own.map((bid) => presentOwnBid(bid, linkTo));
        return { bids, counts, sums, ...buildPaging(query, counts[query.status ?? 'all']) };
      }
      const viewerId = request.caller?.user.id;
      const at = new Date();
      const found = await listProblemBids(db, problemId, viewerId, query.status);
      if (request.method === 'GET' && viewerId !== undefined && found.bids.length > 0)
        await recordBidsSeen(db, problemId, viewerId, at);
      const bids = found.bids.map(({ facts, ...bid }) => ({ ...presentBid(bid, linkTo), ...(facts && { facts }) }));
      return { bids, count: found.count };
    },
  );
  app.post(
    '/bids',
    {
      config: { access: 'solver', limit: 'bids' },
      schema: { tags, body: placeBidRules, response: { 201: bidResponse } },
    },
    (request, reply) => {
      const { user: solver } = requireCaller(request);
      reply.code(201);
      return respond(placeBid(deps, { solver, body: request.body, requestKey: idempotencyKey(request) }));
    },
  );
  app.get(
    '/bids/:id/comparison',
    { config: { access }, schema: { tags, params: idParams, response: { 200: comparisonResponse } } },
    (request) => compareTexts(deps, requireCaller(request).user.id, request.params.id),
  );
  app.put('/bids/:id', { config, schema: { ...schema, body: changeBidRules } }, (request) =>
    respond(changeBid(deps, withCaller(request, request.params), request.body)),
  );
  app.put('/bids/:id/withdraw', { config, schema }, (request) => respond(withdrawBid(deps, withCaller(request, request.params))));
  app.put('/bids/:id/confirm', { config, schema: { ...schema, body: confirmBidRules } }, (request) =>
    respond(confirmBid(deps, withCaller(request, request.params), request.body.changedAt)),
  );
  app.put('/bids/:id/accept', { config, schema: { ...schema, body: acceptBidRules } }, (request) =>
    respond(acceptBid(deps, withCaller(request, request.params), request.body)),
  );
  app.put('/bids/:id/reject', { config, schema: { ...schema, body: rejectBidRules } }, (request) =>
    respond(rejectBid(deps, withCaller(request, request.params), request.body.reason)),
  );
  app.put('/bids/:id/shortlist', { config, schema: { ...schema, body: shortlistRules } }, (request) =>
    respond(shortlistBid(deps, withCaller(request, request.params), request.body.shortlisted)),
  );
};
