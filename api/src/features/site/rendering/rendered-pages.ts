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
import type { Got } from './messages.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

/** A page waits so long (ms) for what the server makes of it: then it goes as browsers draw it, and the next one has it. */
const PATIENCE = 250;
/** So long where no person waits, but a program that would see nothing of what browsers draw: a search engine, a link's preview. */
const PATIENCE_OF_ROBOTS = 3000;
/**
 * For so long (ms) everybody is given the same one; for so long more, too, while it is made anew: half a minute in all, as browsers keep
 * answers. A change of what it was made of ends both.
 */
const LIFE = 2000;
const GRACE = 28_000;
/** So many are kept. */
const KEPT = 300;
/** One with a longer query (characters) is no page that many ask for. */
const QUERY_MAX = 300;
/** So many that are not kept one network may have made within so many seconds. */
const OF_ONE_NETWORK = { points: 20, duration: 2 };
/** So often a page is made where what it is made of changes meanwhile; then browsers draw it. */
const TRIES = 3;
/** After so many failures one after the other, or one that others had to wait for, a version makes no pages for so long (ms). */
const FAILURES = 3;
const BREAKER_OPEN = 30_000;
/** And twice as long each further time, up to so often: about a quarter of an hour. */
const DOUBLINGS = 5;

/** Who makes a page: the shell, or the remote whose path it is. */
export interface PageOwner {
  name: string;
  version: string;
}

/** A page that somebody asks for. */
export interface AskedPage {
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
  isRobot?: boolean;
}

/** What became of it. */
export interface PageAnswer {
  made?: { page: RenderedPage; at: number; versions: Record<string, string> };
  /** The page's own code fails. */
  failure?: PageOwner & { message: string };
}

/** Pages of visitors, as far as the server makes them. */
export interface RenderedPages {
  /** Within 250 ms, for robots within 3 s. Neither made nor failed: it is no public page, or there was no time for it. */
  of: (asked: AskedPage) => Promise<PageAnswer>;
  /** Something that pages show has changed: those that were made of it are made anew for the next visitor. */
  forget: (changed: Change) => void;
}

interface RenderedPagesOptions {
  renderer: Renderer;
  config: RuntimeConfig;
  /** `GET` of the API, as somebody at an address. */
  get: (ip: string) => ApiGet;
  /** Told of each page that is made, in seconds, or could not be. */
  onMade: (owner: PageOwner, seconds: number) => void;
  onFailure: (owner: PageOwner, error: RenderError) => void;
}

/** What no page of ours reads: where somebody came from. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref)$/;

/** An address without what makes no other page of it; undefined where hardly anybody else asks for the same. */
function normalize(url: string): string | undefined {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  if (query.length > QUERY_MAX) return undefined;
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
interface KeptPage {
  page: RenderedPage;
  at: number;
  madeOf: Subjects;
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
function subjectsOf(path: string, { status, body }: Got): string[] {
  const lists = LISTS.flatMap(([pattern, subject]) => (pattern.test(path) ? [subject] : []));
  const isKnown = status < 400 && (lists.length > 0 || PROBLEM.test(path));
  return [...lists, ...(isKnown ? [] : [ANYTHING]), ...findIds(path), ...findIds(body)];
}

const isChanged = (madeOf: Subjects, changed: Change): boolean =>
  changed === EVERYTHING || madeOf.has(ANYTHING) || [...changed].some((subject) => madeOf.has(subject));

/** A version that fails for signed-in users may still serve visitors. */
const titleOf = ({ name, version }: PageOwner, isSignedIn: boolean) => `${name}@${version} ${isSignedIn}`;

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
      const breaker = breakers.get(titleOf(owner, isSignedIn));
      return breaker && Date.now() < breaker.until ? breaker.message : undefined;
    },
    succeed: (owner: PageOwner, isSignedIn: boolean) => void breakers.delete(titleOf(owner, isSignedIn)),
    fail: (owner: PageOwner, isSignedIn: boolean, { message, reason }: RenderError) => {
      if (reason === 'data' || reason === 'busy') return;
      const title = titleOf(owner, isSignedIn);
      const before = breakers.get(title) ?? { failures: 0, opened: 0 };
      const failures = before.failures + 1;
      const opens = reason !== 'page' || failures >= FAILURES;
      breakers.set(title, {
        failures,
        opened: before.opened + Number(opens),
        message: reason === 'none' ? '' : message,
        until: opens ? Date.now() + BREAKER_OPEN * 2 ** Math.min(before.opened, DOUBLINGS) : 0,
      });
    },
  };
}

/** Makes public pages, each for all who ask for it within moments. */
export function createRenderedPages({ renderer, config, get, onMade, onFailure }: RenderedPagesOptions): RenderedPages {
  /** What has changed since each page that is under way was begun. */
  const underWay = new Set<Change[]>();
  const cache = createCache<KeptPage>({ size: KEPT, ttlMs: LIFE, staleMs: GRACE });
  const breakers = createBreakers();
  const makers = new RateLimiterMemory(OF_ONE_NETWORK);

  /** As it is now: a page that something has changed for meanwhile may show what was before, so it is made once more. */
  async function make(owner: PageOwner, asked: AskedPage): Promise<KeptPage> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const changes: Change[] = [];
      underWay.add(changes);
      const end = () => underWay.delete(changes);
      const made = await makeOnce(owner, asked).catch((error: unknown) => {
        end();
        throw error;
      });
      const isOld = () => changes.some((changed) => isChanged(made.madeOf, changed));
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

  async function makeOnce(owner: PageOwner, { url, origin, channel, ip, isSignedIn = false }: AskedPage): Promise<KeptPage> {
    const at = Date.now();
    const madeOf = new Set<string>();
    const ask = get(ip);
    const noted: ApiGet = async (path) => {
      const got = await ask(path);
      for (const subject of subjectsOf(path, got)) madeOf.add(subject);
      return got;
    };
    try {
      const attributes = { 'solvent.remote': owner.name, 'solvent.version': owner.version };
      const page = await withSpan({ name: 'make page', kind: 'internal', attributes }, undefined, () =>
        // What it asks for comes by a process, which is nobody's page.
        renderer.render({ url, origin, channel, config, at, isSignedIn }, AsyncResource.bind(noted)),
      );
      breakers.succeed(owner, isSignedIn);
      onMade(owner, (Date.now() - at) / 1000);
      return { page, at, madeOf };
    } catch (error) {
      if (error instanceof RenderError) {
        breakers.fail(owner, isSignedIn, error);
        onFailure(owner, error);
      }
      throw error;
    }
  }

  return {
    async of(asked) {
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
      const versions = versionsOf(asked.channel, owner);
      const key = `${asked.channel.revision} ${JSON.stringify(versions)} ${isSignedIn} ${asked.origin} ${url}`;
      if (!cache.has(key) && !(await mayMake(asked.ip))) return {};
      try {
        const made = await withTimeout(
          asked.isRobot ? PATIENCE_OF_ROBOTS : PATIENCE,
          url,
          cache.fetch(key, () => make(owner, { ...asked, url })),
        );
        return { made: { page: made.page, at: made.at, versions } };
      } catch (error) {
        if (!(error instanceof RenderError) || !error.isOfPage) return {};
        return { failure: { ...owner, message: error.message } };
      }
    },
    forget: (changed) => {
      for (const changes of underWay) changes.push(changed);
      cache.deleteWhere(({ madeOf }) => isChanged(madeOf, changed));
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
const versionsOf = ({ shell }: ChannelDocument, owner: PageOwner): Record<string, string> => ({
  shell: shell.version,
  [owner.name]: owner.version,
});
