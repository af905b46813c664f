import { AsyncResource } from 'node:async_hooks';
import type { RenderedPage } from '@solvent/federation/rendering';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { RuntimeConfig } from '@solvent/contracts';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createCache } from '../../../platform/cache/cache.ts';
import type { ListSubject, Change, Subjects } from '../../../platform/http/writes.ts';
import { getNetwork } from '../../../platform/http/network.ts';
import { EVERYTHING, findIds } from '../../../platform/http/writes.ts';
import { withSpan } from '../../../platform/tracing/tracing.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, ApiResponse, BundleId, Renderer } from './renderer.ts';

/** After this, browsers render the page themselves, and the next visitor gets the rendered one. */
const TIMEOUT_MS = 250;
/** Crawlers and link previews see nothing of pages that browsers render. */
const CRAWLER_TIMEOUT_MS = 3000;
/** Both together are as long as browsers cache responses of the API. */
const TTL_MS = 2000;
const STALE_MS = 28_000;
const MAX_CACHED_PAGES = 300;
/** Pages with longer queries are rarely shared, and not rendered. */
const MAX_QUERY_LENGTH = 300;
const NETWORK_LIMIT = { points: 20, duration: 2 };
/** Renderings of a page whose data change meanwhile. */
const MAX_ATTEMPTS = 3;
/** Consecutive failures of a version that open its circuit breaker. A failure that delays other pages opens it at once. */
const FAILURE_THRESHOLD = 3;
const BREAKER_OPEN_MS = 30_000;

export interface PageRequest {
  url: string;
  origin: string;
  /** With the versions that the visitor's browser runs. */
  channel: ChannelDocument;
  ip: string;
  /** Renders the frame of a signed-in user, with the public content and skeletons for the rest. */
  isSignedIn?: boolean;
  isCrawler?: boolean;
}

/** Empty for pages that are not public, and after a timeout. */
export interface PageResult {
  rendered?: { page: RenderedPage; at: number; versions: Record<string, string> };
  failure?: BundleId & { message: string };
}

interface RenderedPages {
  get: (request: PageRequest) => Promise<PageResult>;
  invalidate: (change: Change) => void;
}

interface RenderedPagesOptions {
  renderer: Renderer;
  config: RuntimeConfig;
  createApiGet: (ip: string) => ApiGet;
  onRendered: (owner: BundleId, seconds: number) => void;
  onFailure: (owner: BundleId, error: RenderError) => void;
}

const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref)$/;

/** Drops tracking parameters and sorts the others. Returns undefined for URLs that are too specific to cache. */
function normalize(url: string): string | undefined {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  if (query.length > MAX_QUERY_LENGTH) return undefined;
  const search = new URLSearchParams(query);
  for (const name of new Set(search.keys())) if (TRACKING.test(name)) search.delete(name);
  search.sort();
  return search.size > 0 ? `${path}?${search}` : path;
}

function findPage({ shell, remotes }: ChannelDocument, path: string): (BundleId & { isPublic: boolean }) | undefined {
  const pages = [
    ...shell.paths.map((own) => ({ path: own, isPublic: true, name: 'shell', version: shell.version })),
    ...remotes.flatMap(({ name, version, paths }) =>
      paths.map((one) => ({ path: one.path, isPublic: one.render === 'public', name, version })),
    ),
  ];
  const page = path === '/' ? undefined : findPattern(pages, path);
  return page && { name: page.name, version: page.version, isPublic: page.isPublic };
}

export const isPublicPath = (channel: ChannelDocument, path: string): boolean => findPage(channel, path)?.isPublic === true;

interface CachedPage {
  page: RenderedPage;
  at: number;
  subjects: Subjects;
}

/** Subject of pages that any change may affect, such as those with a failed request. */
const ANYTHING = 'anything';

/** Lists that a response contains or counts. */
const LISTS: [RegExp, ListSubject][] = [
  [/^\/api\/problems(?!\/[0-9a-f-]{36})/, 'problems'],
  [/^\/api\/modules/, 'modules'],
  [/^\/api\/auth\/profile/, 'people'],
];
/** Responses of one problem contain the ids of all that they show. */
const PROBLEM = /^\/api\/problems\/[0-9a-f-]{36}/;

function getSubjects(path: string, { status, body }: ApiResponse): string[] {
  const lists = LISTS.flatMap(([pattern, subject]) => (pattern.test(path) ? [subject] : []));
  const isKnown = status < 400 && (lists.length > 0 || PROBLEM.test(path));
  return [...lists, ...(isKnown ? [] : [ANYTHING]), ...findIds(path), ...findIds(body)];
}

const isAffected = (subjects: Subjects, change: Change): boolean =>
  change === EVERYTHING || subjects.has(ANYTHING) || [...change].some((subject) => subjects.has(subject));

/** Pauses a version that fails. One that fails for signed-in users may still serve visitors. */
function createBreakers() {
  const breakers = new LRUCache<string, { failures: number; message: string }>({ max: 100, ttl: BREAKER_OPEN_MS, perf: Date });
  const getKey = ({ name, version }: BundleId, isSignedIn: boolean) => `${name}@${version} ${isSignedIn}`;
  return {
    /** Returns the error of a paused version; an empty one if the version has no server bundle. */
    getOpen: (owner: BundleId, isSignedIn: boolean): string | undefined => {
      const { failures = 0, message } = breakers.get(getKey(owner, isSignedIn)) ?? {};
      return failures >= FAILURE_THRESHOLD ? message : undefined;
    },
    succeed: (owner: BundleId, isSignedIn: boolean) => void breakers.delete(getKey(owner, isSignedIn)),
    fail: (owner: BundleId, isSignedIn: boolean, { message, reason }: RenderError) => {
      if (reason === 'data' || reason === 'busy') return;
      const key = getKey(owner, isSignedIn);
      const failures = reason === 'page' ? (breakers.get(key)?.failures ?? 0) + 1 : FAILURE_THRESHOLD;
      breakers.set(key, { failures, message: reason === 'none' ? '' : message });
    },
  };
}

export function createRenderedPages({
  renderer,
  config,
  createApiGet,
  onRendered,
  onFailure,
}: RenderedPagesOptions): RenderedPages {
  /** For each rendering in progress, the changes since its start. */
  const inProgress = new Set<Change[]>();
  const cache = createCache<CachedPage>({ size: MAX_CACHED_PAGES, ttlMs: TTL_MS, staleMs: STALE_MS });
  const breakers = createBreakers();
  const networkLimiter = new RateLimiterMemory(NETWORK_LIMIT);

  async function renderCurrent(owner: BundleId, request: PageRequest): Promise<CachedPage> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const changes: Change[] = [];
      inProgress.add(changes);
      const end = () => inProgress.delete(changes);
      const rendered = await render(owner, request).catch((error: unknown) => {
        end();
        throw error;
      });
      const isOutdated = () => changes.some((change) => isAffected(rendered.subjects, change));
      if (isOutdated()) end();
      else {
        // Until then, the page is not in the cache, and `invalidate` cannot drop it.
        setImmediate(() => {
          end();
          if (isOutdated()) cache.deleteWhere((cached) => cached === rendered);
        });
        return rendered;
      }
    }
    throw new Error(`${request.url} changes faster than it is rendered.`);
  }

  async function render(owner: BundleId, { url, origin, channel, ip, isSignedIn = false }: PageRequest): Promise<CachedPage> {
    const at = Date.now();
    const subjects = new Set<string>();
    const apiGet = createApiGet(ip);
    const recordingGet: ApiGet = async (path) => {
      const response = await apiGet(path);
      for (const subject of getSubjects(path, response)) subjects.add(subject);
      return response;
    };
    try {
      const attributes = { 'solvent.remote': owner.name, 'solvent.version': owner.version };
      const page = await withSpan({ name: 'make page', kind: 'internal', attributes }, undefined, () =>
        // Requests arrive in messages of the render process, outside of this span.
        renderer.render({ url, origin, channel, config, at, isSignedIn }, AsyncResource.bind(recordingGet)),
      );
      breakers.succeed(owner, isSignedIn);
      onRendered(owner, (Date.now() - at) / 1000);
      return { page, at, subjects };
    } catch (error) {
      if (error instanceof RenderError) {
        breakers.fail(owner, isSignedIn, error);
        onFailure(owner, error);
      }
      throw error;
    }
  }

  const mayRender = async (ip: string): Promise<boolean> =>
    networkLimiter.consume(getNetwork(ip, 64)).then(
      () => true,
      () => false,
    );

  return {
    async get(request) {
      const { channel, isSignedIn = false } = request;
      const path = request.url.split('?', 1)[0] ?? '';
      const found = findPage(channel, path);
      if (!found || !(found.isPublic || isSignedIn)) return {};
      const { isPublic, ...owner } = found;
      // Skeletons do not depend on the query.
      const url = isPublic ? normalize(request.url) : path;
      if (url === undefined) return {};
      const message = breakers.getOpen(owner, isSignedIn);
      if (message !== undefined) return message === '' ? {} : { failure: { ...owner, message } };
      const versions = { shell: channel.shell.version, [owner.name]: owner.version };
      const key = `${channel.revision} ${JSON.stringify(versions)} ${isSignedIn} ${request.origin} ${url}`;
      if (!cache.has(key) && !(await mayRender(request.ip))) return {};
      try {
        const { page, at } = await withTimeout(
          request.isCrawler ? CRAWLER_TIMEOUT_MS : TIMEOUT_MS,
          url,
          cache.fetch(key, () => renderCurrent(owner, { ...request, url })),
        );
        return { rendered: { page, at, versions } };
      } catch (error) {
        if (!(error instanceof RenderError) || !error.isPageFault) return {};
        return { failure: { ...owner, message: error.message } };
      }
    },
    invalidate: (change) => {
      for (const changes of inProgress) changes.push(change);
      cache.deleteWhere(({ subjects }) => isAffected(subjects, change));
    },
  };
}
