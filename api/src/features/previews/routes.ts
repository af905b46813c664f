import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { matchesEtag } from '../../platform/http/if-none-match.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { idParams } from '../../platform/http/params.ts';
import type { Card } from './rendering/card.ts';
import { moduleCard, personCard, problemCard } from './presenter.ts';
import { findModule, findPerson, findProblem } from './queries.ts';

/** Another number whenever cards look otherwise: copies from before are no good then. */
const LOOK = 1;

/** So many cards are remembered, of some 50 kB each, so long (ms). What a card shows is in its key: it is never out of date. */
const REMEMBERED = 300;
const LIFE = 24 * 3_600_000;

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  // Link previews stand in pages of others.
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Sends a card; 304 where whoever asks has it already. */
function cardSender({ cardRenderer, limiters }: Pick<Deps, 'cardRenderer' | 'limiters'>) {
  const drawn = createCache<Buffer>({ size: REMEMBERED, ttlMs: LIFE });
  return async (request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> => {
    const hash = createHash('sha256')
      .update(JSON.stringify([LOOK, card]))
      .digest('base64url');
    const etag = `"${hash}"`;
    reply.headers({ ...HEADERS, etag });
    if (matchesEtag(request, etag)) return reply.code(304).send();
    const network = getNetwork(request.ip, WIDEST_PREFIX_BITS);
    const png = await drawn.fetch(hash, () =>
      limiters.cards.run(network, async () => Buffer.from(await cardRenderer.render(card))),
    );
    return reply.type('image/png').send(png);
  };
}

/** The path's `:id` where modules are named: an id or a slug. */
const moduleParams = yup.object({ id: yup.string().required().max(200) });

/**
 * `card.png` of a problem, a module and a person: the pictures of link previews. Crawlers ask for them, and `<img>`, which send no
 * access header (product 11.4).
 */
export const previewsFeature: Feature = (app, deps) => {
  const { db } = deps;
  const send = cardSender(deps);
  const config = { limit: 'cards' } as const;
  const tags = ['link previews'];

  app.get('/problems/:id/card.png', { config, schema: { tags, params: idParams } }, async (request, reply) => {
    const problem = await findProblem(db, request.params.id);
    if (problem === undefined) throw notFound('This problem');
    return send(request, reply, problemCard(problem));
  });

  app.get('/modules/:id/card.png', { config, schema: { tags, params: moduleParams } }, async (request, reply) => {
    const module = await findModule(db, request.params.id);
    if (module === undefined) throw notFound('This module');
    return send(request, reply, moduleCard(module));
  });

  app.get('/auth/profile/:id/card.png', { config, schema: { tags, params: idParams } }, async (request, reply) => {
    const person = await findPerson(db, request.params.id);
    if (person === undefined) throw notFound('This profile');
    return send(request, reply, personCard(person));
  });
};
