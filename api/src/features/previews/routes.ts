import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import type { Feature } from '../../platform/http/app.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { matchesEtag } from '../../platform/http/conditional-requests.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { idParams } from '../../platform/http/params.ts';
import { moduleParams } from '../toolbox/index.ts';
import type { Card } from './rendering/card.ts';
import { readModuleCard, readPersonCard, readProblemCard } from './cards.ts';

/** Increment it when the design of cards changes, to invalidate cached copies. */
const DESIGN_VERSION = 1;

// A card is about 50 kB; the key contains all that it shows.
const CACHE_SIZE = 300;
const CACHE_TTL_MS = 24 * 3_600_000;

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  // Other sites show the image.
  'cross-origin-resource-policy': 'cross-origin',
} as const;

function createCardSender({ cardRenderer, limiters }: Pick<Deps, 'cardRenderer' | 'limiters'>) {
  const cache = createCache<Buffer>({ size: CACHE_SIZE, ttlMs: CACHE_TTL_MS });
  return async (request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> => {
    const hash = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, card]))
      .digest('base64url');
    const etag = `"${hash}"`;
    reply.headers({ ...HEADERS, etag });
    if (matchesEtag(request, etag)) return reply.code(304).send();
    const network = getNetwork(request.ip, WIDEST_PREFIX_BITS);
    const png = await cache.fetch(hash, () =>
      limiters.cards.run(network, async () => Buffer.from(await cardRenderer.render(card))),
    );
    return reply.type('image/png').send(png);
  };
}

/** Serves the images of link previews as `card.png`. Crawlers and `<img>` send no access header (product 11.4). */
export const previewsFeature: Feature<Deps> = (app, deps) => {
  const { db } = deps;
  const send = createCardSender(deps);
  const config = { limit: 'cards' } as const;
  const tags = ['link previews'];

  app.get('/problems/:id/card.png', { config, schema: { tags, params: idParams } }, async (request, reply) =>
    send(request, reply, await readProblemCard(db, request.params.id)),
  );
  app.get('/modules/:id/card.png', { config, schema: { tags, params: moduleParams } }, async (request, reply) =>
    send(request, reply, await readModuleCard(db, request.params.id)),
  );
  app.get('/auth/profile/:id/card.png', { config, schema: { tags, params: idParams } }, async (request, reply) =>
    send(request, reply, await readPersonCard(db, request.params.id)),
  );
};
