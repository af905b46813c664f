import { REVISION_HEADER } from '@solvent/contracts';
import type { RuntimeConfig } from '@solvent/contracts';
import { insertRenderedPage } from '@solvent/releases';
import type { LiveChannel, ReleaseStore } from '@solvent/releases';
import {
  DEVELOPMENT_CHANNEL,
  inlineJson,
  NOT_FOUND_PAGE,
  PAGE_PLACEHOLDERS,
  findPattern,
  pageFile,
} from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { REPORTING_ENDPOINTS, buildContentPolicy } from './content-policy.ts';
import { findUnconsented, renderConsentPage } from './overrides/consent.ts';
import { getRequestedOverrides, decideOverrides, getPath, stripPreloadLinks } from './overrides/overrides.ts';
import type { PageTokens } from './page-tokens.ts';
import { PLAIN_PAGE_POLICY, renderPlainPage } from './plain-page.ts';
import { getAcceptedCodings } from './release-files.ts';
import { findPage } from './rendering/rendered-pages.ts';
import type { PageRenderer } from './rendering/page-renderer.ts';
import type { Config } from '../../platform/config/config.ts';

/** Low, since each response is compressed separately. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

const COMPRESS = {
  br: (html: string) => brotli(html, BROTLI_OPTIONS),
  gzip: (html: string) => gzipped(html),
};

/** Public settings of this deployment, which pages contain. */
export function buildRuntimeConfig({ appKey, identity, push, analytics, tracing, localMail, payments }: Config): RuntimeConfig {
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
  };
}

export function createPageSender(
  config: Config,
  { store, tokens, renderPage }: { store: ReleaseStore; tokens: PageTokens; renderPage: PageRenderer },
) {
  const settings = buildRuntimeConfig(config);
  // An edge can send it as 103 Early Hints. Preload links of files are in the page (decision 0052).
  const preconnect = config.assetsUrl && `<${new URL(config.assetsUrl).origin}>; rel=preconnect; crossorigin`;
  return async (request: FastifyRequest, reply: FastifyReply, { document, pages }: LiveChannel): Promise<FastifyReply> => {
    const path = getPath(request);
    const owned = findPage(document, path);
    const html = pages.get(owned ? pageFile(owned.path) : NOT_FOUND_PAGE) ?? '';
    const { decisions, foreign } = await decideOverrides(store, document, getRequestedOverrides(request), config.remoteOverrides);
    reply.header(REVISION_HEADER, document.revision);
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
    reply.header(
      'content-security-policy',
      buildContentPolicy(nonce, settings, request, [...getDevOrigins(config), ...origins], config.assetsUrl),
    );
    if (preconnect) reply.header('link', preconnect);
    reply.header('reporting-endpoints', REPORTING_ENDPOINTS);
    const overridden = decisions.flatMap(({ build }) => build?.paths ?? []);
    const isKnown = (owned ?? findPattern([...getCanaryPaths(document), ...overridden], path)) !== undefined;
    const status = rendered?.page.status ?? (isKnown ? 200 : 404);
    if (status !== 200 || !owned?.isPublic) reply.header('x-robots-tag', 'noindex');
    return sendHtml(request, reply.code(status), rendered ? insertRenderedPage(page, rendered, nonce) : page);
  };
}

/** An empty release store, or one that this server has not read yet and cannot reach. */
export function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  text: string,
): Promise<FastifyReply> {
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

/** Paths of running canaries, which some browsers render from the not-found page: only they know their group. */
const getCanaryPaths = ({ remotes }: ChannelDocument) =>
  remotes.flatMap(({ candidate }) => (candidate && candidate.percent > 0 ? candidate.paths : []));

const getDevOrigins = ({ env, channel }: Config): string[] =>
  env === 'production' || channel !== DEVELOPMENT_CHANNEL ? [] : ['http://localhost:*'];
