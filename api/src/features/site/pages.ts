import { REFERENCE_HEADER, REVISION_HEADER } from '@solvent/contracts';
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
import { CONSENT_POLICY, consentPage } from './overrides/consent-page.ts';
import { findUnconsented } from './overrides/consent.ts';
import { getRequestedOverrides, decideOverrides, getPath, stripPreloadLinks } from './overrides/overrides.ts';
import type { Decision } from './overrides/overrides.ts';
import type { PageTokens } from './page-tokens.ts';
import { getAcceptedCodings } from './release-files.ts';
import { isPublicPath } from './rendering/rendered-pages.ts';
import type { PageRenderer } from './rendering/page-renderer.ts';
import type { Config } from '../../platform/config/config.ts';
import { toErrorReference } from '../../platform/errors/reference.ts';

const brotli = promisify(brotliCompress);

const gzipped = promisify(gzip);

/** A page differs at each request, so it is compressed at each: quick rather than small. */
const BROTLI_QUALITY = 4;

const COMPRESS = {
  br: (html: string) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (html: string) => gzipped(html),
};

const renderMessagePage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Solvent</title>
</head>
<body>
<h1>${title}</h1>
<p>${body}</p>
</body>
</html>
`;

/** The page of a server whose store has no release to show. @param channel its name */
const renderNothingLivePage = (channel: string): string =>
  renderMessagePage(
    'Nothing is published yet',
    `The channel &ldquo;${channel}&rdquo; has no release: run <code>npm start</code>, or <code>pnpm delivery deploy</code> for this store, and load the page again.`,
  );

/** The page of a server that has just begun and cannot reach its release store. */
const renderStoreUnavailablePage = (reference: string): string =>
  renderMessagePage(
    'Solvent is not there right now',
    `The place where its pages are kept does not answer. Load the page again in a minute. Who runs this server finds the reason in its log. Reference ${reference}.`,
  );

/** What this deployment tells its pages. */
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

/** Sends the page of the asked path: 404 with the page for unknown paths where nobody owns it. */
type SendPage = (request: FastifyRequest, reply: FastifyReply, live: LiveChannel) => Promise<FastifyReply>;

export function createPageSender(
  config: Config,
  { store, tokens, rendered }: { store: ReleaseStore; tokens: PageTokens; rendered: PageRenderer | undefined },
): SendPage {
  const settings = buildRuntimeConfig(config);
  const preconnect = buildPreconnect(config.assetsUrl);
  return async (request, reply, { document, pages }) => {
    const path = getPath(request);
    const owned = findPattern(getOwnedPaths(document), path);
    const html = pages.get(owned ? pageFile(owned.path) : NOT_FOUND_PAGE) ?? '';
    const { decisions, foreign } = await decideOverrides(store, document, getRequestedOverrides(request), config.remoteOverrides);
    reply.header(REVISION_HEADER, document.revision);
    const unasked = findUnconsented(foreign, request, config);
    // Nothing of there is named in the page's policy, nor in its hints, before somebody has agreed.
    if (unasked.length > 0)
      return sendHtml(request, reply.header('content-security-policy', CONSENT_POLICY), consentPage(unasked));
    const origins = new Set(foreign.map(({ origin }) => origin));
    const nonce = randomBytes(16).toString('base64');
    // What runs beside somebody's own build says nothing about what others run.
    const isOwn = decisions.some(({ refused }) => refused === null);
    const reportToken = isOwn ? undefined : tokens.create(document.revision, request.ip);
    const inlined = inlineJson({
      ...settings,
      ...(decisions.length > 0 ? { overrides: decisions } : {}),
      ...(reportToken === undefined ? {} : { reportToken }),
    });
    const page = stripPreloadLinks(html, decisions)
      .replaceAll(PAGE_PLACEHOLDERS.nonce, nonce)
      .replace(PAGE_PLACEHOLDERS.config, () => inlined);
    const made = reportToken === undefined ? undefined : await rendered?.(request, document, reportToken);
    reply.header(
      'content-security-policy',
      buildContentPolicy(nonce, settings, request, [...getDevOrigins(config), ...origins], config.assetsUrl),
    );
    if (preconnect !== undefined) reply.header('link', preconnect);
    reply.header('reporting-endpoints', REPORTING_ENDPOINTS);
    const isSomebodys = owned ?? findPattern([...getCanaryPaths(document), ...decisions.flatMap(getBuildPaths)], path);
    const status = made?.page.status ?? (isSomebodys ? 200 : 404);
    // What is no public page shows search engines nothing.
    if (status !== 200 || !isPublicPath(document, path)) reply.header('x-robots-tag', 'noindex');
    return sendHtml(request, reply.code(status), made ? insertRenderedPage(page, made, nonce) : page);
  };
}

/**
 * Lets a browser open its connection to where files are while it waits for the page: an edge may say so ahead of the page (103 Early
 * Hints). Files themselves are hinted in the page alone, and after its first paint where the server made it (decision 0052).
 */
const buildPreconnect = (assetsUrl: string | undefined): string | undefined =>
  assetsUrl === undefined ? undefined : `<${new URL(assetsUrl).origin}>; rel=preconnect; crossorigin`;

/** Says what to do where nothing is live. */
export function sendNothingLive(request: FastifyRequest, reply: FastifyReply, channel: string): Promise<FastifyReply> {
  return sendHtml(request, reply.code(503).header('retry-after', '5'), renderNothingLivePage(channel));
}

/** Says that it is not the visitor's fault, where the release store does not answer a server that has just begun. */
export function sendStoreUnavailable(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const reference = toErrorReference(request.id);
  return sendHtml(
    request,
    reply.code(503).header('retry-after', '5').header(REFERENCE_HEADER, reference),
    renderStoreUnavailablePage(reference),
  );
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const [encoding] = getAcceptedCodings(request);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(encoding ? await COMPRESS[encoding](html) : html);
}

const getOwnedPaths = ({ shell, remotes }: ChannelDocument) => [
  ...shell.paths.map((path) => ({ path })),
  ...remotes.flatMap(({ paths }) => paths),
];

/**
 * Of canaries that run. Only the browser knows whether it is one of those that run one, and shows the canary's page then:
 * the page of unknown paths has all that it takes, but the hints.
 */
const getCanaryPaths = ({ remotes }: ChannelDocument) =>
  remotes.flatMap(({ candidate }) => (candidate && candidate.percent > 0 ? candidate.paths : []));

/** Of a version that this tab runs in place of the live one. */
const getBuildPaths = ({ build }: Decision) => build?.paths ?? [];

/** Pages of the development channel take files from dev servers; in production there is none. */
const getDevOrigins = ({ env, channel }: Config): string[] =>
  env === 'production' || channel !== DEVELOPMENT_CHANNEL ? [] : ['http://localhost:*'];
