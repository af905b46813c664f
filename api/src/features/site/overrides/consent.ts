import { escapeHtml } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import { isOwnName } from '@solvent/setup/own-machine';
import type { Deps } from '../deps.ts';
import { isSecure, readCookie } from '../../../platform/http/request-headers.ts';
import type { App } from '../../../platform/http/app.ts';
import { renderPlainPage } from '../plain-page.ts';
import { findPage } from '../rendering/rendered-pages.ts';
import { MAX_OVERRIDES, getRequestedOverrides, decideOverrides, getPath, getQuery, parseOverride } from './overrides.ts';
import type { ForeignBuild } from './overrides.ts';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

const formatConsent = ({ remote, origin }: ForeignBuild): string => `${remote}@${origin}`;

// "Load it" is disabled for a second, against clickjacking by double clicks.
export function renderConsentPage(builds: readonly ForeignBuild[]): string {
  const named = builds.map(({ remote, origin }) => `“${escapeHtml(remote)}” from ${escapeHtml(origin)}`).join(' and ');
  const hidden = builds.map((build) => `<input type="hidden" name="remote" value="${escapeHtml(formatConsent(build))}">`);
  return renderPlainPage(
    'Load code from elsewhere?',
    `<h1>Load ${named}?</h1>
<p>Code from there can act as you on Solvent: read your messages, and post, bid and buy in your name. The link you opened requests it.</p>
<p>Load it only if you know whose code it is. Your answer holds in this browser for twelve hours.</p>
<form method="post">
${hidden.join('\n')}
<div class="answers">
<button class="dont" name="answer" value="no" autofocus>Don’t load it</button>
<button class="load" name="answer" value="load">Load it</button>
</div>
</form>`,
  );
}

const CONSENT_TTL_SECONDS = 12 * 60 * 60;

type Settings = Pick<Config, 'env' | 'publicUrl'>;

/** Returns the name of the cookie. Its prefix keeps sibling domains from setting it. */
const getCookieName = (request: FastifyRequest, settings: Settings) =>
  isSecure(settings, request) ? '__Host-remotes' : 'remotes';

function readConsents(request: FastifyRequest, settings: Settings): string[] {
  const cookie = readCookie(request, getCookieName(request, settings));
  try {
    return decodeURIComponent(cookie ?? '').split(' ');
  } catch {
    return [];
  }
}

/**
 * Finds builds that need consent, because their code acts with the user's rights, and another person may have sent the link. Local
 * builds need no consent in development.
 */
export function findUnconsented(builds: readonly ForeignBuild[], request: FastifyRequest, settings: Settings): ForeignBuild[] {
  const consents = readConsents(request, settings);
  const isExempt = ({ origin }: ForeignBuild) => settings.env !== 'production' && isOwnName(new URL(origin).hostname);
  return builds.filter((build) => !isExempt(build) && !consents.includes(formatConsent(build)));
}

/** Returns a `Set-Cookie` header that adds consents to those of this browser. */
function buildConsentCookie(consents: readonly string[], request: FastifyRequest, settings: Settings): string {
  const all = [...new Set([...consents, ...readConsents(request, settings)])].filter(Boolean).slice(0, MAX_OVERRIDES);
  const secure = isSecure(settings, request) ? '; Secure' : '';
  const value = encodeURIComponent(all.join(' '));
  return `${getCookieName(request, settings)}=${value}; Path=/; Max-Age=${CONSENT_TTL_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Rejects forms of other sites (CSRF). Clients that are not browsers send neither header. */
function isSameOriginForm(request: FastifyRequest, { publicUrl }: Settings): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return (
    origin === `${request.protocol}://${request.host}` ||
    (URL.canParse(publicUrl ?? '') && origin === new URL(publicUrl ?? '').origin)
  );
}

const MAX_BODY_BYTES = 16 * 1024;

/** Removes rejected overrides from the query. An empty `remote` makes the tab drop its stored overrides. */
function withoutOverrides(rejected: readonly ForeignBuild[], request: FastifyRequest): URLSearchParams {
  const query = getQuery(request);
  const kept = query.getAll('remote').filter((text) => !rejected.some(({ remote }) => parseOverride(text).remote === remote));
  query.delete('remote');
  for (const text of kept.length > 0 ? kept : ['']) query.append('remote', text);
  return query;
}

/**
 * Handles the consent form, which a page posts to its own URL. Redirects to the page with the overrides if the visitor agreed,
 * otherwise without the rejected ones.
 */
export function registerConsent(app: App, { config, releases, readLiveChannel }: Deps): void {
  const findForeign = async (document: ChannelDocument, request: FastifyRequest) =>
    (await decideOverrides(releases, document, getRequestedOverrides(request), config.remoteOverrides)).foreign;

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.post('/*', { config: { limit: 'none' }, schema: { hide: true } }, async (request, reply) => {
      const channel = await readLiveChannel();
      const foreign = channel ? await findForeign(channel.document, request) : [];
      // A form that a page sends before its scripts run: show the page again.
      if (foreign.length === 0 && channel && findPage(channel.document, getPath(request))?.isPublic)
        return reply.redirect(getPath(request), 303);
      if (foreign.length === 0) return reply.callNotFound();
      if (!isSameOriginForm(request, config))
        throw new AppError(
          'forbidden',
          'This answer must come from the page that requests consent. Open the link again and answer there.',
        );
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const answered = foreign.filter((build) => form.getAll('remote').includes(formatConsent(build)));
      const isAgreed = form.get('answer') === 'load';
      if (isAgreed) reply.header('set-cookie', buildConsentCookie(answered.map(formatConsent), request, config));
      return reply
        .header('cache-control', 'no-store')
        .redirect(`?${isAgreed ? getQuery(request).toString() : withoutOverrides(answered, request).toString()}`, 303);
    });
  });
}
