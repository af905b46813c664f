import { createHash } from 'node:crypto';
import { json } from '@solvent/contracts/schemas';
import type { Db } from '../../platform/db/connect.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Feature } from '../../platform/http/app.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { matchesEtag } from '../../platform/http/conditional-requests.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { idParams } from '../../platform/http/params.ts';
import { moduleParams } from '../toolbox/index.ts';
import type { ProcessPool } from '../../platform/workers/process-pool.ts';
import type { Card } from './rendering/layout.ts';
import { readModuleCard, readPersonCard, readProblemCard } from './cards.ts';

export interface Deps extends Pick<Platform, 'db' | 'limiters'> {
  /** Renders PNGs of `CARD_SIZE`. */
  cardRenderer: ProcessPool<Card, Uint8Array>;
}

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

/** Serves the images of link previews as `card.png`. Crawlers and `<img>` send no access header (product 11.4). */
export const previewsFeature: Feature<Deps> = (app, { db, cardRenderer, limiters }) => {
  const cache = createCache<Buffer>({ size: CACHE_SIZE, ttlMs: CACHE_TTL_MS });

  const route = (url: string, params: typeof idParams, readCard: (db: Db, id: string) => Promise<Card>) =>
    app.get(
      `${url}/:id/card.png`,
      {
        config: { limit: 'cards' },
        schema: {
          tags: ['link previews'],
          params,
          produces: ['image/png'],
          response: { 200: json.binary, 304: { type: 'null' } },
        },
      },
      async (request, reply) => {
        const card = await readCard(db, request.params.id);
        const hash = createHash('sha256')
          .update(JSON.stringify([DESIGN_VERSION, card]))
          .digest('base64url');
        const etag = `"${hash}"`;
        reply.headers({ ...HEADERS, etag });
        if (matchesEtag(request, etag)) return reply.code(304).send();
        const network = getNetwork(request.ip, WIDEST_PREFIX_BITS);
        const png = await cache.fetch(hash, () =>
          limiters.cards.run(network, async () => Buffer.from(await cardRenderer.run(card))),
        );
        return reply.type('image/png').send(png);
      },
    );

  route('/problems', idParams, readProblemCard);
  route('/modules', moduleParams, readModuleCard);
  route('/auth/profile', idParams, readPersonCard);
};
