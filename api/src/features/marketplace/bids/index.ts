import { changeBidRules, placeBidRules, rejectBidRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import type { App, Feature } from '../../../feature.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { idParams } from '../../../platform/http/params.ts';
import { acceptBid, rejectBid } from './decide-bid.ts';
import { listRoute } from './list-route.ts';
import { changeBid, withdrawBid } from './own-bid.ts';
import { placeBid } from './place-bid.ts';
import { bidAnswer } from './schemas.ts';

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

/** Bids (api "Endpoints", /bids; "State machines"). */
export const bidsFeature: Feature = (app, deps) => {
  listRoute(app, deps);
  placeRoute(app, deps);
  solverRoutes(app, deps);
  posterRoutes(app, deps);
};
