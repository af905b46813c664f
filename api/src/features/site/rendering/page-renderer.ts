import { APP_KEY_HEADER, CANARY_COOKIE, RENDERING_COOKIE, RUNTIME_REPORT, SIGNED_IN_COOKIE } from '@solvent/contracts';
import type { RuntimeConfig, RuntimeReportBody } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { setStylesFileOrigin } from '@solvent/releases';
import type { RenderedChannelPage } from '@solvent/releases';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { Deps } from '../deps.ts';
import type { App } from '../../../platform/http/app.ts';
import { throttledError } from '../../../platform/failure-log.ts';
import { RESPONSE_BUCKETS } from '../../../platform/metrics/register-metrics.ts';
import { readCookie, siteOrigin } from '../../../platform/http/request-headers.ts';
import { hasWrittenRecently, OUTDATED_TTL_SECONDS } from '../../../platform/http/writes.ts';
import { getPath } from '../overrides/overrides.ts';
import { createRenderedPages } from './rendered-pages.ts';
import type { PageFailure } from './rendered-pages.ts';

const ignore = () => undefined;

const MAX_COOKIE_LENGTH = 500;

/** Reads the browser's number for each remote, 0 to 99 (shell/src/remotes/remote-versions.ts). */
function readCanaryNumbers(request: FastifyRequest): Record<string, unknown> {
  const cookie = readCookie(request, CANARY_COOKIE)?.slice(0, MAX_COOKIE_LENGTH);
  try {
    const numbers: unknown = JSON.parse(decodeURIComponent(cookie ?? '{}'));
    return typeof numbers === 'object' && numbers !== null ? { ...numbers } : {};
  } catch {
    return {};
  }
}

/** Replaces live versions by the candidates that this browser runs. New browsers choose their numbers while they render the page. */
function applyCanaries(channel: ChannelDocument, request: FastifyRequest): ChannelDocument {
  if (!channel.remotes.some(({ candidate }) => candidate && candidate.percent > 0)) return channel;
  const numbers = readCanaryNumbers(request);
  const remotes = channel.remotes.map((pin) => {
    const { name, candidate } = pin;
    const number = numbers[name];
    return candidate && typeof number === 'number' && number < candidate.percent ? { ...pin, ...candidate } : pin;
  });
  return { ...channel, remotes };
}

export function createPageRenderer(
  app: App,
  { config, renderer, metrics, writeEvents, readLiveChannel }: Deps,
  settings: RuntimeConfig,
) {
  const renders = metrics.histogram(
    'solvent_render_duration_seconds',
    'Duration of rendering public pages on the server, by remote.',
    RESPONSE_BUCKETS,
    ['remote', 'version'],
  );
  const failures = metrics.counter(
    'solvent_render_failures_total',
    'Pages that the server could not render: the page failed (page), the API failed (data), or the server was busy (busy).',
    ['remote', 'version', 'reason'],
  );
  if (!renderer) return undefined;
  const headers = { [APP_KEY_HEADER]: config.appKey };
  const pages = createRenderedPages({
    renderer,
    config: settings,
    createApiGet: (ip) => async (path) => {
      const { statusCode: status, body } = await app.inject({ method: 'GET', url: path, headers, remoteAddress: ip });
      return { status, body };
    },
    onRendered: ({ name: remote, version }, seconds) => renders.observe({ remote, version }, seconds),
    onFailure: ({ name: remote, version }, error) => {
      const { reason, isPageFault } = error;
      if (reason === 'none') return;
      failures.inc({ remote, version, reason });
      if (isPageFault) app.log.warn(throttledError(error, { remote, version }), 'A page could not be rendered');
    },
  });

  writeEvents.on('write', pages.invalidate);
  app.addHook('onClose', async () => renderer.close());
  app.addHook('onListen', () => {
    readLiveChannel().then((live) => live && warm(live.document), ignore);
  });

  let warmedRevision = 0;

  /** Renders the pages of a new revision once, so that its bundles are evaluated before the first visitor. */
  async function warm(document: ChannelDocument): Promise<void> {
    if (document.revision === warmedRevision) return;
    warmedRevision = document.revision;
    const paths = document.remotes.flatMap((remote) => remote.paths.filter(({ render, path }) => render && !path.includes(':')));
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    for (const { path } of paths) await pages.get({ url: path, origin, channel: document, ip: '127.0.0.1' });
  }

  /** Counts a failure like those of browsers. */
  async function report(live: ChannelDocument, request: FastifyRequest, token: string, failure: PageFailure): Promise<void> {
    const { name, version, message } = failure;
    const pin = live.remotes.find((remote) => remote.name === name);
    if (!pin) return;
    const payload: RuntimeReportBody = {
      token,
      channel: live.channel,
      revision: live.revision,
      shell: live.shell.version,
      path: (findPattern(pin.paths, getPath(request))?.path ?? 'not-found').slice(0, RUNTIME_REPORT.pathMax),
      landing: undefined,
      parts: [],
      errors: [
        {
          name,
          version,
          source: pin.candidate?.version === version ? 'candidate' : 'live',
          kind: 'render',
          message: `On the server: ${message.split('\n', 1)[0] ?? ''}`.slice(0, RUNTIME_REPORT.messageMax),
          stack: message.slice(0, RUNTIME_REPORT.stackMax / 2),
        },
      ],
      vitals: [],
    };
    await app.inject({ method: 'POST', url: '/api/runtime-reports', headers, payload, remoteAddress: request.ip });
  }

  /** Returns undefined if the browser should render the page itself. */
  return async (request: FastifyRequest, live: ChannelDocument, token: string): Promise<RenderedChannelPage | undefined> => {
    if (readCookie(request, RENDERING_COOKIE) === 'off') return undefined;
    const isSignedIn = readCookie(request, SIGNED_IN_COOKIE) === '1';
    const channel = applyCanaries(live, request);
    const origin = siteOrigin(config, request);
    if (!URL.canParse(origin)) return undefined;
    const { rendered, failure } = await pages.get({
      url: request.url,
      origin,
      channel,
      ip: request.ip,
      isSignedIn,
      isCrawler: isbot(request.headers['user-agent']),
      hasWritten: hasWrittenRecently(request),
    });
    void warm(live).catch(ignore);
    if (failure) void report(live, request, token, failure).catch(ignore);
    if (!rendered) return undefined;
    const page = config.assetsUrl === undefined ? rendered.page : setStylesFileOrigin(rendered.page, config.assetsUrl);
    const { at, versions, isOutdated } = rendered;
    // So old that the browser fetches the data again.
    const age = isOutdated ? OUTDATED_TTL_SECONDS * 1000 : Date.now() - at;
    return { page, at, versions, age, isSignedIn };
  };
}
