import type { ChannelDocument } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import { isOwnName } from '../../../../../scripts/setup/own-machine.mjs';
import type { Deps } from '../../../deps.ts';
import { readCookie } from '../../../platform/http/cookies.ts';
import type { App } from '../../../platform/http/app.ts';
import type { LiveReader } from '../live-channel.ts';
import { isPublicPath } from '../rendering/rendered-pages.ts';
import { ANSWER, formatConsent } from './consent-page.ts';
import { MAX_OVERRIDES, getRequestedOverrides, decideOverrides, getPath, getQuery, parseOverride } from './overrides.ts';
import type { ForeignBuild } from './overrides.ts';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/** How long an answer holds (s): a day's work. */
const CONSENT_TTL_SECONDS = 12 * 60 * 60;

type Settings = Pick<Config, 'env' | 'publicUrl'>;

const isSecure = ({ protocol }: FastifyRequest, { publicUrl = '' }: Settings) =>
  protocol === 'https' || publicUrl.startsWith('https:');

/** Over https no neighbour of this host, such as another name of its domain, can set it. */
const getCookieName = (request: FastifyRequest, settings: Settings) => (isSecure(request, settings) ? '__Host-remotes' : 'remotes');

/** What this browser's person has agreed to, as {@link formatConsent} writes it. */
function readConsents(request: FastifyRequest, settings: Settings): string[] {
  const cookie = readCookie(request, getCookieName(request, settings));
  try {
    return decodeURIComponent(cookie ?? '').split(' ');
  } catch {
    return [];
  }
}

/**
 * Of builds that the channel allows, those that the person must be asked about: such code can do whatever they can, and anybody
 * may have sent them the address. In development one's own machine is not asked about: its dev servers are what is developed.
 */
export function findUnconsented(builds: readonly ForeignBuild[], request: FastifyRequest, settings: Settings): ForeignBuild[] {
  const given = readConsents(request, settings);
  const isFree = ({ origin }: ForeignBuild) => settings.env !== 'production' && isOwnName(new URL(origin).hostname);
  return builds.filter((build) => !isFree(build) && !given.includes(formatConsent(build)));
}

/** The header that remembers, in this browser alone, what its person agrees to now, besides what they did before. */
function buildConsentCookie(agreed: readonly string[], request: FastifyRequest, settings: Settings): string {
  const all = [...new Set([...agreed, ...readConsents(request, settings)])].filter(Boolean).slice(0, MAX_OVERRIDES);
  const secure = isSecure(request, settings) ? '; Secure' : '';
  const value = encodeURIComponent(all.join(' '));
  return `${getCookieName(request, settings)}=${value}; Path=/; Max-Age=${CONSENT_TTL_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether a form was sent by a page of this site: no other page may answer for its reader. What is no browser has no reader. */
function isSameOriginForm(request: FastifyRequest, { publicUrl }: Settings): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return (
    origin === `${request.protocol}://${request.host}` ||
    (URL.canParse(publicUrl ?? '') && origin === new URL(publicUrl ?? '').origin)
  );
}

/** More than the longest form that the page makes (bytes). */
const MAX_BODY_BYTES = 16 * 1024;

/** The address without what its reader does not want; an empty one ends what the tab has kept. */
function withoutOverrides(unwanted: readonly ForeignBuild[], request: FastifyRequest): URLSearchParams {
  const query = getQuery(request);
  const kept = query.getAll('remote').filter((asked) => !unwanted.some(({ remote }) => parseOverride(asked).remote === remote));
  query.delete('remote');
  for (const asked of kept.length > 0 ? kept : ['']) query.append('remote', asked);
  return query;
}

type ConsentDeps = Pick<Deps, 'config' | 'releases'> & { live: LiveReader };

/** `POST` to the address of a page that asked: its reader's answer. The page is loaded anew then, with or without the code. */
export function registerConsent(app: App, { config, releases, live }: ConsentDeps): void {
  const foreignOf = async (document: ChannelDocument, request: FastifyRequest) =>
    (await decideOverrides(releases, document, getRequestedOverrides(request), config.remoteOverrides)).foreign;

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    // Nothing is stored: the answer is a cookie.
    scope.post('/*', { config: { limit: 'none' }, schema: { hide: true } }, async (request, reply) => {
      const channel = await live();
      const foreign = channel ? await foreignOf(channel.document, request) : [];
      // A form of a page that was sent without any script: its page is shown again, and nothing of it is in the address.
      if (foreign.length === 0 && channel && isPublicPath(channel.document, getPath(request)))
        return reply.redirect(getPath(request), 303);
      if (foreign.length === 0) return reply.callNotFound();
      if (!isSameOriginForm(request, config))
        throw new AppError('forbidden', 'Only the page that asks can be answered: open the address, and answer there.');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const shown = foreign.filter((build) => form.getAll('remote').includes(formatConsent(build)));
      const isAgreed = form.get(ANSWER.name) === ANSWER.load;
      if (isAgreed) reply.header('set-cookie', buildConsentCookie(shown.map(formatConsent), request, config));
      return reply
        .header('cache-control', 'no-store')
        .redirect(`?${isAgreed ? getQuery(request).toString() : withoutOverrides(shown, request).toString()}`, 303);
    });
  });
}
