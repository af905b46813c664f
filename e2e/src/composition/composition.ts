import { writeFile } from 'node:fs/promises';
import type { BrowserContext, TestInfo } from '@playwright/test';
import { findStoredRemote, watchEntries } from './entries.ts';
import { acceptOverridesIn, addOverrides } from './consent.ts';
import type { Overrides } from './consent.ts';
import { listBuilds, listOverrideFaults, readServedPage } from './served-page.ts';
import type { NamedBuild, ServedPage } from './served-page.ts';
import { formatSet } from './version-set.ts';
import type { SetRemote, VersionSet } from './version-set.ts';

/** What a build says of itself, where it can be had. */
export interface OverridingBuild {
  version: string;
  /** Address of its entry. */
  entry: string;
  paths?: { path: string; page: string; session?: boolean }[];
  slots?: string[];
}

/** What the pages of a test are composed of. */
export interface Composition {
  /** What is live, as the product says. */
  served: () => Promise<ServedPage>;
  /** What is put in place of it: `toolbox` to an origin or a version. */
  overrides: () => Overrides;
  /** From the next page load on. @throws Error where the server refuses it, or has no such version */
  use: (name: string, target: string) => Promise<void>;
  /** The build that is put in the place of what is live of a remote, as it describes itself. */
  overridingBuild: (name: string) => Promise<OverridingBuild | undefined>;
  /** Exactly what ran: what came last of each remote; of one that no page asked for, what would have run. */
  versions: () => Promise<VersionSet>;
  /** Attaches that to the test's report, once. */
  attach: (info: TestInfo) => Promise<void>;
}

/** Pages have no file's name; what is not a page is left alone without asking. */
const mayBePage = (url: URL): boolean =>
  !/^\/(?:api|remotes|shell|socket\.io)\//.test(url.pathname) && !/\.[a-z0-9]+$/.test(url.pathname);

/** A tester's browser shows in the report what runs; over the page the banner would only be in the way of clicks. */
function hideBanner(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('aside[aria-label="Overrides of this tab"] { display: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** Whether an address is the entry of a stored build that something else is to run in place of. */
function isReplaced(address: URL, overrides: Overrides, builds: readonly NamedBuild[]): boolean {
  const name = findStoredRemote(address) ?? '';
  const target = overrides[name];
  const isTarget = (build: NamedBuild) => build.name === name && build.version === target && build.entry === address.pathname;
  return target !== undefined && !builds.some(isTarget);
}

/**
 * Asks the server for overrides in each page load of a browser, past its address bar: it decides as for anybody, and
 * tests find the addresses that they know. Whatever the page makes of the answer, it gets no other build of an overridden
 * remote: no test passes with the live version in the candidate's place.
 */
export async function overridePages(context: BrowserContext, baseURL: string, overrides: () => Overrides): Promise<void> {
  await acceptOverridesIn(context, baseURL, overrides());
  const buildLists = new Map<string, Promise<NamedBuild[]>>();
  const builds = (): Promise<NamedBuild[]> => {
    const key = JSON.stringify(overrides());
    const cached = buildLists.get(key) ?? readServedPage(baseURL, overrides()).then(listBuilds);
    buildLists.set(key, cached);
    return cached;
  };
  await context.addInitScript(hideBanner);
  await context.route(mayBePage, (route) => {
    const request = route.request();
    if (request.resourceType() !== 'document') return route.fallback();
    return route.continue({ url: addOverrides(request.url(), overrides()) });
  });
  await context.route(
    (url) => findStoredRemote(url) !== undefined,
    async (route) => {
      if (isReplaced(new URL(route.request().url()), overrides(), await builds())) return route.abort('blockedbyclient');
      return route.fallback();
    },
  );
}

/** What stands in a file beside a build; undefined where it is not to be had. */
const readJson = <Value>(address: string): Promise<Value | undefined> =>
  fetch(address).then(
    (answer) => answer.json() as Promise<Value>,
    () => undefined,
  );

/** @param runOverrides what the whole run puts in place */
export async function createComposition(context: BrowserContext, baseURL: string, runOverrides: Overrides): Promise<Composition> {
  const overrides: Record<string, string> = { ...runOverrides };
  const findLoaded = watchEntries(
    context,
    () => overrides,
    async () => listBuilds(await readServedPage(baseURL, overrides)),
  );
  let page: Promise<ServedPage> | undefined;
  let isOverriding = false;
  let isAttached = false;

  const served = () => (page ??= readServedPage(baseURL));

  async function startOverriding(): Promise<void> {
    if (isOverriding) return acceptOverridesIn(context, baseURL, overrides);
    isOverriding = true;
    await overridePages(context, baseURL, () => overrides);
  }

  async function describeRemote(name: string, live: string | undefined): Promise<SetRemote> {
    const target = overrides[name];
    const from = target?.startsWith('http') ? target : undefined;
    const loaded = await findLoaded(name);
    if (!loaded && from === undefined) return { name, version: target ?? live ?? 'unknown' };
    if (!loaded) return { name, version: (await readJson<{ version?: string }>(`${from}/remote.json`))?.version ?? 'unknown', from };
    const { before, failed, ...build } = loaded;
    return { name, ...build, ...(failed && { failed }), ...(before.length > 0 && { before }) };
  }

  async function versions(): Promise<VersionSet> {
    const { channel, revision, shell, remotes } = await served();
    const live = new Map(remotes.map(({ name, version }) => [name, version]));
    const names = new Set([...live.keys(), ...Object.keys(overrides)]);
    return { channel, revision, shell, remotes: await Promise.all([...names].map((name) => describeRemote(name, live.get(name)))) };
  }

  if (Object.keys(overrides).length > 0) await startOverriding();
  return {
    served,
    overrides: () => overrides,
    async use(name, target) {
      const key = await readServedPage(baseURL, { [name]: target });
      const [fault] = listOverrideFaults(key);
      if (fault !== undefined) throw new Error(`${name}@${target} cannot run at ${baseURL}: ${fault}`);
      overrides[name] = target;
      await startOverriding();
    },
    async overridingBuild(name) {
      const target = overrides[name];
      if (target === undefined) return undefined;
      if (!target.startsWith('http')) {
        const { overrides: decisions } = await readServedPage(baseURL, { [name]: target });
        return decisions[0]?.build as OverridingBuild | undefined; // the server gives what the page would take for a pin
      }
      const [description, files] = await Promise.all(
        ['remote.json', 'build-files.json'].map((file) => readJson<OverridingBuild>(`${target}/${file}`)),
      );
      return description && files && { ...description, entry: `${target}/${files.entry}` };
    },
    versions,
    async attach(info) {
      if (isAttached) return;
      isAttached = true;
      const set = await versions();
      await info.attach('versions', { body: formatSet(set), contentType: 'text/plain' });
      const path = info.outputPath('versions.json');
      await writeFile(path, `${JSON.stringify(set, null, 2)}\n`);
      await info.attach('versions.json, for pnpm e2e --set', { path, contentType: 'application/json' });
    },
  };
}
