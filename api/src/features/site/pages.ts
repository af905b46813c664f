import { CHANGE_PASSWORD_PATH, REFERENCE_HEADER, REVISION_HEADER } from '@solvent/contracts';
import type { RuntimeConfig } from '@solvent/contracts';
import { DeliveryError, insertRenderedPage } from '@solvent/releases';
import type { LiveChannel } from '@solvent/releases';
import {
  DEVELOPMENT_CHANNEL,
  inlineJson,
  NOT_FOUND_PAGE,
  PAGE_PLACEHOLDERS,
  findPattern,
  pageFile,
} from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { REPORTING_ENDPOINTS, buildContentPolicy } from './content-policy.ts';
import type { Deps } from './deps.ts';
import { findUnconsented, registerConsent, renderConsentPage } from './overrides/consent.ts';
import { getRequestedOverrides, decideOverrides, getPath, stripPreloadLinks } from './overrides/overrides.ts';
import { createPageTokens } from './page-tokens.ts';
import { PLAIN_PAGE_POLICY, renderPlainPage } from './plain-page.ts';
import { getAcceptedCodings, registerReleaseFiles } from './release-files.ts';
import { findPage } from './rendering/rendered-pages.ts';
import { createPageRenderer } from './rendering/page-renderer.ts';
import { exportServed, listCanaries } from './served-metrics.ts';
import type { Config } from '../../platform/config/config.ts';
import { toErrorReference } from '../../platform/errors/request-log.ts';
import { throttledError } from '../../platform/failure-log.ts';
import type { Feature } from '../../platform/http/app.ts';

/** Low, since each response is compressed separately. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);

const COMPRESS = {
  br: (html: string) => brotli(html, BROTLI_OPTIONS),
  gzip: promisify(gzip),
};

/** Builds the public settings of this deployment, which pages contain. */
export function buildRuntimeConfig(config: Config): RuntimeConfig {
  const { appKey, identity, push, analytics, tracing, localMail, payments, moduleReview } = config;
  const { apiKey, authDomain, projectId, emulatorHost } = identity;
  const emulator = emulatorHost === undefined ? {} : { emulatorUrl: `http://${emulatorHost}` };
  return {
    appKey,
    identity: { apiKey, authDomain, projectId, ...emulator },
    ...(push ? { push } : {}),
    ...(analytics ? { analytics } : {}),
    ...(tracing ? { tracing: { ratio: tracing.ratio } } : {}),
    localMail,
    payments,
    moduleReview,
  };
}

const NON_PAGE_PATH = /^\/(api|dev|socket\.io|\.well-known)(\/|$)/;

/**
 * Encodes the percent signs of a page's path that cannot be decoded, such as `/100%`. Fastify would refuse it as malformed before
 * routing; encoded, it is the path of an unknown page (product 2.1). Paths of the API stay malformed.
 */
export function encodeMalformedPath({ url = '/' }: { url?: string | undefined }): string {
  const [path = '', ...query] = url.split('?');
  if (NON_PAGE_PATH.test(path)) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

export const siteFeature: Feature<Deps> = async (app, deps) => {
  const { config, db, releases, readLiveChannel } = deps;
  const settings = buildRuntimeConfig(config);
  const tokens = await createPageTokens(db, config);
  const renderPage = createPageRenderer(app, deps, settings);
  const sendPublicFile = registerReleaseFiles(app, deps.releaseReader, config.assetsUrl);
  exportServed(deps.metrics, async () => (await readLiveChannel())?.document);
  const devOrigins = config.env !== 'production' && config.channel === DEVELOPMENT_CHANNEL ? ['http://localhost:*'] : [];
  // An edge server can send this header as 103 Early Hints. The page contains the preload links of files (decision 0052).
  const preconnect = config.assetsUrl && `<${new URL(config.assetsUrl).origin}>; rel=preconnect; crossorigin`;

  async function sendPage(request: FastifyRequest, reply: FastifyReply, { document, pages }: LiveChannel): Promise<FastifyReply> {
    const path = getPath(request);
    const owned = findPage(document, path);
    const html = pages.get(owned ? pageFile(owned.path) : NOT_FOUND_PAGE) ?? '';
    const requested = getRequestedOverrides(request);
    const { decisions, foreign } = await decideOverrides(releases, document, requested, config.remoteOverrides);
    reply.header(REVISION_HEADER, document.revision);
    // Paths that exist only in a canary or an override get the not-found page's HTML with status 200: only the browser knows
    // whether it is in the canary.
    const canary = listCanaries(document).flatMap(({ paths }) => paths);
    const overridden = decisions.flatMap(({ build }) => build?.paths ?? []);
    const isKnown = (owned ?? findPattern([...canary, ...overridden], path)) !== undefined;
    // A page has one address. Browsers keep the hash.
    if (isKnown && path.endsWith('/')) return reply.redirect(path.slice(0, -1) + request.url.slice(path.length), 301);
    // Before consent, neither the policy nor a preload link may name the foreign origin.
    const unconsented = findUnconsented(foreign, request, config);
    if (unconsented.length > 0) return sendPlain(request, reply, renderConsentPage(unconsented));
    const origins = new Set(foreign.map(({ origin }) => origin));
    const nonce = randomBytes(16).toString('base64');
    // Pages with overrides report nothing, since their failures may be the override's.
    const isOverridden = decisions.some(({ refused }) => refused === null);
    const reportToken = isOverridden ? undefined : tokens.create(document.revision, request.ip);
    const inlined = inlineJson({
      ...settings,
      ...(decisions.length > 0 ? { overrides: decisions } : {}),
      ...(reportToken === undefined ? {} : { reportToken }),
    });
    const page = stripPreloadLinks(html, decisions)
      .replaceAll(PAGE_PLACEHOLDERS.nonce, nonce)
      .replace(PAGE_PLACEHOLDERS.config, () => inlined);
    const rendered = reportToken === undefined ? undefined : await renderPage?.(request, document, reportToken);
    const policy = buildContentPolicy(nonce, settings, [...devOrigins, ...origins], config.assetsUrl);
    reply.header('content-security-policy', policy);
    if (preconnect) reply.header('link', preconnect);
    reply.header('reporting-endpoints', REPORTING_ENDPOINTS);
    const status = rendered?.page.status ?? (isKnown ? 200 : 404);
    if (status !== 200 || !owned?.isPublic) reply.header('x-robots-tag', 'noindex');
    return sendHtml(request, reply.code(status), rendered ? insertRenderedPage(page, rendered, nonce) : page);
  }

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/home${request.url.slice(getPath(request).length)}`, 302),
  );

  // Password managers open it (https://www.w3.org/TR/change-password-url).
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(CHANGE_PASSWORD_PATH, 302),
  );

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = getPath(request);
    if (NON_PAGE_PATH.test(path)) return reply.callNotFound();
    try {
      const live = await readLiveChannel();
      if (!live) return await sendUnavailable(request, reply, 'Nothing is published yet', describeEmptyChannel(config));
      if (await sendPublicFile(request, reply, live.document.shell.version, path)) return reply;
      return await sendPage(request, reply, live);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const reference = toErrorReference(request.id);
      request.log.error(throttledError(error, { reference }), 'The release store does not answer');
      const text = `Its pages can’t be loaded right now. Try again in a minute. If you run this server, look up reference ${reference} in its log.`;
      return sendUnavailable(request, reply.header(REFERENCE_HEADER, reference), 'Solvent is unavailable', text);
    }
  });

  registerConsent(app, deps);
};

const describeEmptyChannel = ({ channel }: Config) =>
  `The channel &ldquo;${channel}&rdquo; has no release: run <code>npm start</code>, or <code>pnpm delivery deploy</code> for this store, and load the page again.`;

/** Sends a 503 page, because the release store is empty, or cannot be reached and was not read before. */
function sendUnavailable(request: FastifyRequest, reply: FastifyReply, title: string, text: string): Promise<FastifyReply> {
  const html = renderPlainPage(title, `<h1>${title}</h1>\n<p>${text}</p>`);
  return sendPlain(request, reply.code(503).header('retry-after', '5'), html);
}

const sendPlain = (request: FastifyRequest, reply: FastifyReply, html: string) =>
  sendHtml(request, reply.header('content-security-policy', PLAIN_PAGE_POLICY), html);

async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const [encoding] = getAcceptedCodings(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(encoding ? await COMPRESS[encoding](html) : html);
}
