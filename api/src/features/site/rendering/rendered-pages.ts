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
import { EVERYTHING, OUTDATED_TTL_SECONDS, findIds, mayHide } from '../../../platform/http/writes.ts';
import { withSpan } from '../../../platform/tracing/tracing.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, ApiResponse, BundleId, Renderer } from './renderer.ts';

/** If rendering takes longer, the visitor gets the page from before the last change, or renders it; the next one gets the new page. */
const TIMEOUT_MS = 250;
/** Crawlers and link previews see nothing of pages that browsers render. */
const CRAWLER_TIMEOUT_MS = 3000;
/** Both together are as long as browsers cache responses of the API. */
const TTL_MS = 2000;
const STALE_MS = 28_000;
const MAX_CACHED_PAGES = 300;
const MAX_OUTDATED_PAGES = 50;
/** Pages with longer queries are rarely shared, and not rendered. */
const MAX_QUERY_LENGTH = 300;
const NETWORK_LIMIT = { points: 20, duration: 2 };
/** Renderings of a page whose data change meanwhile. */
const MAX_ATTEMPTS = 3;
/** Consecutive failures that pause a version. One that delays other pages, such as a crash, does at once. */
const FAILURE_THRESHOLD = 3;
const PAUSE_MS = 30_000;

export interface PageRequest {
  url: string;
  origin: string;
  /** The channel with the versions that the visitor's browser runs. */
  channel: ChannelDocument;
  ip: string;
  /** Renders the frame of a signed-in user, with the public content and skeletons for the rest. */
  isSignedIn?: boolean;
  isCrawler?: boolean;
  /** Whether this browser changed something lately: it gets no page from before a change. */
  hasWritten?: boolean;
}

export type PageFailure = BundleId & { message: string };

/** Empty for pages that are not public, and after a timeout without a page from before the last change. */
interface PageResult {
  rendered?: { page: RenderedPage; at: number; versions: Record<string, string>; isOutdated: boolean };
  failure?: PageFailure;
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

/** Returns the path pattern of a live page with the build that owns it. / only redirects. */
export function findPage({ shell, remotes }: ChannelDocument, path: string) {
  const pages = [
    ...shell.paths.map((own) => ({ path: own, isPublic: true, owner: { name: 'shell', version: shell.version } })),
    ...remotes.flatMap(({ name, version, paths }) =>
      paths.map((one) => ({ path: one.path, isPublic: one.render === 'public', owner: { name, version } })),
    ),
  ];
  return path === '/' ? undefined : findPattern(pages, path);
}

interface CachedPage {
  key: string;
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

const toResult = (owner: BundleId, error: unknown): PageResult =>
  error instanceof RenderError && error.isPageFault ? { failure: { ...owner, message: error.message } } : {};

export function createRenderedPages({ renderer, config, createApiGet, onRendered, onFailure }: RenderedPagesOptions) {
  /** Changes since the start of each rendering in progress. */
  const inProgress = new Set<Change[]>();
  const cache = createCache<CachedPage>({ size: MAX_CACHED_PAGES, ttlMs: TTL_MS, staleMs: STALE_MS });
  /** Pages from before changes that hid nothing, until they are rendered again. */
  const outdated = createCache<CachedPage>({ size: MAX_OUTDATED_PAGES, ttlMs: OUTDATED_TTL_SECONDS * 1000 });
  const failures = new LRUCache<string, { count: number; error: RenderError }>({ max: 100, ttl: PAUSE_MS, perf: Date });
  const networkLimiter = new RateLimiterMemory(NETWORK_LIMIT);

  /** Returns separate keys for signed-in users and visitors, because a version that fails for users may still serve visitors. */
  const getFailureKey = ({ name, version }: BundleId, isSignedIn: boolean) => `${name}@${version} ${isSignedIn}`;

  function countFailure(key: string, error: RenderError): void {
    if (error.reason === 'data' || error.reason === 'busy') return;
    const count = error.reason === 'page' ? (failures.get(key)?.count ?? 0) + 1 : FAILURE_THRESHOLD;
    failures.set(key, { count, error });
  }

  function keepOutdated(cached: CachedPage): void {
    if (cached.page.status === 200) outdated.set(cached.key, cached);
  }

  async function renderCurrent(key: string, owner: BundleId, request: PageRequest): Promise<CachedPage> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const changes: Change[] = [];
      inProgress.add(changes);
      try {
        const rendered = { key, ...(await render(owner, request)) };
        const missed = changes.filter((change) => isAffected(rendered.subjects, change));
        if (missed.some(mayHide)) continue;
        if (missed.length > 0) {
          keepOutdated(rendered);
          continue;
        }
        outdated.delete(key);
        // It is in the cache before the next write arrives, so `invalidate` finds it there.
        return rendered;
      } finally {
        inProgress.delete(changes);
      }
    }
    throw new Error(`${request.url} changes faster than it is rendered.`);
  }

  async function render(owner: BundleId, { url, origin, channel, ip, isSignedIn = false }: PageRequest) {
    const at = Date.now();
    const subjects = new Set<string>();
    const apiGet = createApiGet(ip);
    const recordingGet: ApiGet = async (path) => {
      const response = await apiGet(path);
      for (const subject of getSubjects(path, response)) subjects.add(subject);
      return response;
    };
    const failureKey = getFailureKey(owner, isSignedIn);
    try {
      const attributes = { 'solvent.remote': owner.name, 'solvent.version': owner.version };
      const page = await withSpan({ name: 'make page', kind: 'internal', attributes }, undefined, () =>
        // Requests arrive in messages of the render process, outside of this span.
        renderer.render({ url, origin, channel, config, at, isSignedIn }, AsyncResource.bind(recordingGet)),
      );
      failures.delete(failureKey);
      onRendered(owner, (Date.now() - at) / 1000);
      return { page, at, subjects };
    } catch (error) {
      if (error instanceof RenderError) {
        countFailure(failureKey, error);
        onFailure(owner, error);
      }
      throw error;
    }
  }

  function findOutdated(key: string): CachedPage | undefined {
    const found = outdated.get(key);
    return found && Date.now() - found.at < OUTDATED_TTL_SECONDS * 1000 ? found : undefined;
  }

  return {
    async get(request: PageRequest): Promise<PageResult> {
      const { channel, isSignedIn = false } = request;
      const path = request.url.split('?', 1)[0] ?? '';
      const found = findPage(channel, path);
      if (!found || !(found.isPublic || isSignedIn)) return {};
      const { owner } = found;
      // Skeletons do not depend on the query.
      const url = found.isPublic ? normalize(request.url) : path;
      if (url === undefined) return {};
      const failed = failures.get(getFailureKey(owner, isSignedIn));
      if (failed !== undefined && failed.count >= FAILURE_THRESHOLD) return toResult(owner, failed.error);
      const versions = { shell: channel.shell.version, [owner.name]: owner.version };
      const key = `${channel.revision} ${JSON.stringify(versions)} ${isSignedIn} ${request.origin} ${url}`;
      try {
        if (!cache.has(key)) await networkLimiter.consume(getNetwork(request.ip, 64));
        const { page, at } = await withTimeout(
          request.isCrawler ? CRAWLER_TIMEOUT_MS : TIMEOUT_MS,
          url,
          cache.fetch(key, () => renderCurrent(key, owner, { ...request, url })),
        );
        return { rendered: { page, at, versions, isOutdated: false } };
      } catch (error) {
        const result = toResult(owner, error);
        const last = request.hasWritten || result.failure ? undefined : findOutdated(key);
        return last ? { rendered: { page: last.page, at: last.at, versions, isOutdated: true } } : result;
      }
    },
    invalidate(change: Change): void {
      for (const changes of inProgress) changes.push(change);
      const isMatch = ({ subjects }: CachedPage) => isAffected(subjects, change);
      const dropped = cache.deleteWhere(isMatch);
      if (mayHide(change)) outdated.deleteWhere(isMatch);
      else for (const page of dropped) keepOutdated(page);
    },
  };
}
