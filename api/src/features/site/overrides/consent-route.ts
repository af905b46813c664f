import type { ChannelDocument } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import type { LiveReader } from '../live-channel.ts';
import { askedOverrides, queryOf } from '../pages.ts';
import { readOverride } from './asked-override.ts';
import { consentCookie, consentTo, isOwnForm } from './consent.ts';
import { ANSWER } from './consent-page.ts';
import { decideOverrides } from './decide-overrides.ts';
import type { ForeignBuild } from './decide-overrides.ts';

/** More than the longest form that the page makes (bytes). */
const BODY_MAX = 16 * 1024;

/** The address without what its reader does not want; an empty one ends what the tab has kept. */
function queryWithout(unwanted: readonly ForeignBuild[], request: FastifyRequest): URLSearchParams {
  const query = queryOf(request);
  const kept = query.getAll('remote').filter((asked) => !unwanted.some(({ remote }) => readOverride(asked).remote === remote));
  query.delete('remote');
  for (const asked of kept.length > 0 ? kept : ['']) query.append('remote', asked);
  return query;
}

type Parts = Pick<Deps, 'config' | 'releases'> & { live: LiveReader };

/** `POST` to the address of a page that asked: its reader's answer. The page is loaded anew then, with or without the code. */
export function registerConsent(app: App, { config, releases, live }: Parts): void {
  const foreignOf = async (document: ChannelDocument, request: FastifyRequest) =>
    (await decideOverrides(releases, document, askedOverrides(request), config.remoteOverrides)).foreign;

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    // Nothing is stored: the answer is a cookie.
    scope.post('/*', { config: { limit: 'none' }, schema: { hide: true } }, async (request, reply) => {
      const channel = await live();
      const foreign = channel ? await foreignOf(channel.document, request) : [];
      if (foreign.length === 0) return reply.callNotFound();
      if (!isOwnForm(request, config))
        throw new AppError('forbidden', 'Only the page that asks can be answered: open the address, and answer there.');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const shown = foreign.filter((build) => form.getAll('remote').includes(consentTo(build)));
      const isAgreed = form.get(ANSWER.name) === ANSWER.load;
      if (isAgreed) reply.header('set-cookie', consentCookie(shown.map(consentTo), request, config));
      return reply
        .header('cache-control', 'no-store')
        .redirect(`?${isAgreed ? queryOf(request).toString() : queryWithout(shown, request).toString()}`, 303);
    });
  });
}
