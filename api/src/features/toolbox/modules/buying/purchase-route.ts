import type { Purchase } from '@solvent/contracts';
import { purchaseRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { moduleParams } from '../../visible-module.ts';
import { purchaseAnswer } from '../schemas.ts';
import { buyModule } from './buy-module.ts';
import type { Bought } from './buy-module.ts';

function presentPurchase({ id, moduleId, license, priceCents, testMode, createdAt }: Bought['purchase']): Purchase {
  return { _id: id, moduleId, license, priceCents, testMode, createdAt: createdAt.toISOString() };
}

/** POST /modules/:id/purchase: 201 for what is bought now, 200 for what was. */
export function purchaseRoute(app: App, deps: Deps): void {
  app.post(
    '/modules/:id/purchase',
    {
      config: { access: 'signed-in', limit: 'purchase' },
      schema: {
        tags: ['modules'],
        params: moduleParams,
        body: purchaseRules,
        response: { 200: purchaseAnswer, 201: purchaseAnswer },
      },
    },
    async (request, reply) => {
      const { params, body, log } = request;
      const wish = { buyerId: signedIn(request).user.id, idOrSlug: params.id, license: body.license, seenCents: body.priceCents };
      const { purchase, isNew } = await buyModule(deps, wish, log);
      reply.code(isNew ? 201 : 200);
      return { purchase: presentPurchase(purchase) };
    },
  );
}
