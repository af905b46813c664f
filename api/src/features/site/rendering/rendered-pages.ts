import { AsyncResource } from 'node:async_hooks';
import type { RenderedPage } from '@solvent/federation/rendering';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { RuntimeConfig } from '@solvent/contracts';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createCache } from '../../../platform/cache/cache.ts';
import type { ListSubject } from '../../../platform/http/route-changes.ts';
import { getNetwork } from '../../../platform/http/network.ts';
import { EVERYTHING, findIds } from '../../../platform/http/writes.ts';
import type { Change, Subjects } from '../../../platform/http/writes.ts';
import { withSpan } from '../../../platform/tracing/tracing.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { ApiResponse } from './messages.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

/** A page waits so long (ms) for what the server makes of it: then it goes as browsers draw it, and the next one has it. */
const TIMEOUT_MS = 250;
/** So long where no person waits, but a program that would see nothing of what browsers draw: a search engine, a link's preview. */
const CRAWLER_TIMEOUT_MS = 3000;
/**
 * For so long (ms) everybody is given the same one; for so long more, too, while it is made anew: half a minute in all, as browsers keep
 * answers. A change of what it was made of ends both.
 */
const TTL_MS = 2000;
const STALE_MS = 28_000;
/** So many are kept. */
const MAX_CACHED_PAGES = 300;
/** One with a longer query (characters) is no page that many ask for. */
const MAX_QUERY_LENGTH = 300;
/** So many that are not kept one network may have made within so many seconds. */
const NETWORK_LIMIT = { points: 20, duration: 2 };
/** So often a page is made where what it is made of changes meanwhile; then browsers draw it. */
const MAX_ATTEMPTS = 3;
/** After so many failures one after the other, or one that others had to wait for, a version makes no pages for so long (ms). */
const FAILURE_THRESHOLD = 3;
const BREAKER_OPEN_MS = 30_000;
/** And twice as long each further time, up to so often: about a quarter of an hour. */
const MAX_DOUBLINGS = 5;

/** Who makes a page: the shell, or the remote whose path it is. */
export interface PageOwner {
  name: string;
  version: string;
}

/** A page that somebody asks for. */
export interface PageRequest {
  /** Path and query. */
  url: string;
  /** The site's, such as `https://solvent.example`. */
  origin: string;
  /** As the visitor's browser composes it: of each remote the version that it runs. */
  channel: ChannelDocument;
  ip: string;
  /** The browser has a session: it gets its frame, with what everybody sees of a public page and skeletons for the rest. */
  isSignedIn?: boolean;
  /** A program reads it, and may run no scripts. */
  isCrawler?: boolean;
}

/** What became of it. */
export interface PageResult {
  rendered?: { page: RenderedPage; at: number; versions: Record<string, string> };
  /** The page's own code fails. */
  failure?: PageOwner & { message: string };
}

/** Pages of visitors, as far as the server makes them. */
export interface RenderedPages {
  /** Within 250 ms, for robots within 3 s. Neither made nor failed: it is no public page, or there was no time for it. */
  get: (asked: PageRequest) => Promise<PageResult>;
  /** Something that pages show has changed: those that were made of it are made anew for the next visitor. */
  invalidate: (changed: Change) => void;
}

interface RenderedPagesOptions {
  renderer: Renderer;
  config: RuntimeConfig;
  /** `GET` of the API, as somebody at an address. */
  createApiGet: (ip: string) => ApiGet;
  /** Told of each page that is made, in seconds, or could not be. */
  onRendered: (owner: PageOwner, seconds: number) => void;
  onFailure: (owner: PageOwner, error: RenderError) => void;
}

/** What no page of ours reads: where somebody came from. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref)$/;

/** An address without what makes no other page of it; undefined where hardly anybody else asks for the same. */
function normalize(url: string): string | undefined {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  if (query.length > MAX_QUERY_LENGTH) return undefined;
  const search = new URLSearchParams(query);
  for (const name of new Set(search.keys())) if (TRACKING.test(name)) search.delete(name);
  search.sort();
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Finds the page of a path; undefined also for `/`, which only redirects. */
function findPage({ shell, remotes }: ChannelDocument, path: string): (PageOwner & { isPublic: boolean }) | undefined {
  const pages = [
    ...shell.paths.map((own) => ({ path: own, isPublic: true, name: 'shell', version: shell.version })),
    ...remotes.flatMap(({ name, version, paths }) =>
      paths.map((one) => ({ path: one.path, isPublic: one.render === 'public', name, version })),
    ),
  ];
  const page = path === '/' ? undefined : findPattern(pages, path);
  return page && { name: page.name, version: page.version, isPublic: page.isPublic };
}

/** Whether everybody may see the page of a path. */
export const isPublicPath = (channel: ChannelDocument, path: string): boolean => findPage(channel, path)?.isPublic === true;

/** What is kept of a page. */
interface CachedPage {
  page: RenderedPage;
  at: number;
  subjects: Subjects;
}

/** In what a page was made of: it was refused something, which may be there once anything has changed. */
const ANYTHING = 'anything';

/** Lists that an address of the API answers with, or that its answer counts. */
const LISTS: [RegExp, ListSubject][] = [
  [/^\/api\/problems(?!\/[0-9a-f-]{36})/, 'problems'],
  [/^\/api\/problems\/similar/, 'problems'],
  [/^\/api\/modules/, 'modules'],
  [/^\/api\/auth\/profile/, 'people'],
];
/** One problem and what is below it: all of it is named by ids. */
const PROBLEM = /^\/api\/problems\/[0-9a-f-]{36}/;

/** What a page is made of that was answered so. @param path with query, as the page asked for it */
function getSubjects(path: string, { status, body }: ApiResponse): string[] {
  const lists = LISTS.flatMap(([pattern, subject]) => (pattern.test(path) ? [subject] : []));
  const isKnown = status < 400 && (lists.length > 0 || PROBLEM.test(path));
  return [...lists, ...(isKnown ? [] : [ANYTHING]), ...findIds(path), ...findIds(body)];
}

const isAffected = (madeOf: Subjects, changed: Change): boolean =>
  changed === EVERYTHING || madeOf.has(ANYTHING) || [...changed].some((subject) => madeOf.has(subject));

/** A version that fails for signed-in users may still serve visitors. */
const getBreakerKey = ({ name, version }: PageOwner, isSignedIn: boolean) => `${name}@${version} ${isSignedIn}`;

interface Breaker {
  failures: number;
  /** How often it was. */
  opened: number;
  message: string;
  /** Until when it is open. */
  until: number;
}

/** Keeps versions that fail from being tried by everybody. */
function createBreakers() {
  const breakers = new LRUCache<string, Breaker>({ max: 100 });
  return {
    /** Why it is open, if it is; empty where the version has no pages to make. */
    openFor: (owner: PageOwner, isSignedIn: boolean): string | undefined => {
      const breaker = breakers.get(getBreakerKey(owner, isSignedIn));
      return breaker && Date.now() < breaker.until ? breaker.message : undefined;
    },
    succeed: (owner: PageOwner, isSignedIn: boolean) => void breakers.delete(getBreakerKey(owner, isSignedIn)),
    fail: (owner: PageOwner, isSignedIn: boolean, { message, reason }: RenderError) => {
      if (reason === 'data' || reason === 'busy') return;
      const title = getBreakerKey(owner, isSignedIn);
      const before = breakers.get(title) ?? { failures: 0, opened: 0 };
      const failures = before.failures + 1;
      const opens = reason !== 'page' || failures >= FAILURE_THRESHOLD;
      breakers.set(title, {
        failures,
        opened: before.opened + Number(opens),
        message: reason === 'none' ? '' : message,
        until: opens ? Date.now() + BREAKER_OPEN_MS * 2 ** Math.min(before.opened, MAX_DOUBLINGS) : 0,
      });
    },
  };
}

/** Makes public pages, each for all who ask for it within moments. */
export function createRenderedPages({ renderer, config, createApiGet, onRendered, onFailure }: RenderedPagesOptions): RenderedPages {
  /** What has changed since each page that is under way was begun. */
  const underWay = new Set<Change[]>();
  const cache = createCache<CachedPage>({ size: MAX_CACHED_PAGES, ttlMs: TTL_MS, staleMs: STALE_MS });
  const breakers = createBreakers();
  const makers = new RateLimiterMemory(NETWORK_LIMIT);

  /** As it is now: a page that something has changed for meanwhile may show what was before, so it is made once more. */
  async function make(owner: PageOwner, asked: PageRequest): Promise<CachedPage> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const changes: Change[] = [];
      underWay.add(changes);
      const end = () => underWay.delete(changes);
      const made = await makeOnce(owner, asked).catch((error: unknown) => {
        end();
        throw error;
      });
      const isOld = () => changes.some((changed) => isAffected(made.subjects, changed));
      if (isOld()) end();
      else {
        // Until it is in the cache, where changes find it.
        setImmediate(() => {
          end();
          if (isOld()) cache.deleteWhere((kept) => kept === made);
        });
        return made;
      }
    }
    throw new Error(`${asked.url} changes faster than it is made.`);
  }

  async function makeOnce(owner: PageOwner, { url, origin, channel, ip, isSignedIn = false }: PageRequest): Promise<CachedPage> {
    const at = Date.now();
    const madeOf = new Set<string>();
    const ask = createApiGet(ip);
    const noted: ApiGet = async (path) => {
      const got = await ask(path);
      for (const subject of getSubjects(path, got)) madeOf.add(subject);
      return got;
    };
    try {
      const attributes = { 'solvent.remote': owner.name, 'solvent.version': owner.version };
      const page = await withSpan({ name: 'make page', kind: 'internal', attributes }, undefined, () =>
        // What it asks for comes by a process, which is nobody's page.
        renderer.render({ url, origin, channel, config, at, isSignedIn }, AsyncResource.bind(noted)),
      );
      breakers.succeed(owner, isSignedIn);
      onRendered(owner, (Date.now() - at) / 1000);
      return { page, at, subjects: madeOf };
    } catch (error) {
      if (error instanceof RenderError) {
        breakers.fail(owner, isSignedIn, error);
        onFailure(owner, error);
      }
      throw error;
    }
  }

  return {
    async get(asked) {
      const { isSignedIn = false } = asked;
      const path = asked.url.split('?', 1)[0] ?? '';
      const found = findPage(asked.channel, path);
      if (!found || !(found.isPublic || isSignedIn)) return {};
      const { isPublic, ...owner } = found;
      // Skeletons are the same for every query.
      const url = isPublic ? normalize(asked.url) : path;
      if (url === undefined) return {};
      const known = breakers.openFor(owner, isSignedIn);
      if (known !== undefined) return known === '' ? {} : { failure: { ...owner, message: known } };
      const versions = getVersions(asked.channel, owner);
      const key = `${asked.channel.revision} ${JSON.stringify(versions)} ${isSignedIn} ${asked.origin} ${url}`;
      if (!cache.has(key) && !(await mayMake(asked.ip))) return {};
      try {
        const made = await withTimeout(
          asked.isCrawler ? CRAWLER_TIMEOUT_MS : TIMEOUT_MS,
          url,
          cache.fetch(key, () => make(owner, { ...asked, url })),
        );
        return { rendered: { page: made.page, at: made.at, versions } };
      } catch (error) {
        if (!(error instanceof RenderError) || !error.isPageFault) return {};
        return { failure: { ...owner, message: error.message } };
      }
    },
    invalidate: (changed) => {
      for (const changes of underWay) changes.push(changed);
      cache.deleteWhere(({ subjects }) => isAffected(subjects, changed));
    },
  };

  async function mayMake(ip: string): Promise<boolean> {
    return makers.consume(getNetwork(ip, 64)).then(
      () => true,
      () => false,
    );
  }
}

/** Which code a page is made of. */
const getVersions = ({ shell }: ChannelDocument, owner: PageOwner): Record<string, string> => ({
  shell: shell.version,
  [owner.name]: owner.version,
});
