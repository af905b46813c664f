import { writeFile } from 'node:fs/promises';
import type { BrowserContext, TestInfo } from '@playwright/test';
import { findStoredRemote, watchEntries } from './entries.ts';
import { acceptOverridesIn, addOverrides } from './consent.ts';
import type { Overrides } from './consent.ts';
import { listBuilds, listOverrideFaults, readServedPage } from './served-page.ts';
import type { NamedBuild, ServedPage } from './served-page.ts';
import { formatSet } from './version-set.ts';
import type { SetRemote, VersionSet } from './version-set.ts';

export interface OverridingBuild {
  version: string;
  entry: string;
  paths?: { path: string; page: string; session?: boolean }[];
  slots?: string[];
}

export interface Composition {
  served: () => Promise<ServedPage>;
  /** Origin or version by remote. */
  overrides: () => Overrides;
  /** Overrides a remote from the next page load. @throws Error if the server refuses or lacks it */
  use: (name: string, target: string) => Promise<void>;
  overridingBuild: (name: string) => Promise<OverridingBuild | undefined>;
  /** The version of each remote that was loaded last, or that would have been loaded. */
  versions: () => Promise<VersionSet>;
  attach: (info: TestInfo) => Promise<void>;
}

/** Returns whether a URL may be a page: pages have no file extension. */
const mayBePage = (url: URL): boolean =>
  !/^\/(?:api|remotes|shell|socket\.io)\//.test(url.pathname) && !/\.[a-z0-9]+$/.test(url.pathname);

/** Hides the banner, which would cover elements under test. */
function hideBanner(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('aside[aria-label="Overrides of this tab"] { display: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

function isReplaced(address: URL, overrides: Overrides, builds: readonly NamedBuild[]): boolean {
  const name = findStoredRemote(address) ?? '';
  const target = overrides[name];
  const isTarget = (build: NamedBuild) => build.name === name && build.version === target && build.entry === address.pathname;
  return target !== undefined && !builds.some(isTarget);
}

/** Adds overrides to document requests, and aborts requests for any other build of an overridden remote. */
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

/** @returns undefined if the file is unavailable */
const readJson = <Value>(address: string): Promise<Value | undefined> =>
  fetch(address).then(
    (response) => response.json() as Promise<Value>,
    () => undefined,
  );

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
    if (!loaded)
      return { name, version: (await readJson<{ version?: string }>(`${from}/remote.json`))?.version ?? 'unknown', from };
    const { before, failed, ...build } = loaded;
    return { name, ...build, ...(failed && { failed }), ...(before.length > 0 && { before }) };
  }

  async function versions(): Promise<VersionSet> {
    const { channel, revision, shell, remotes } = await served();
    const live = new Map(remotes.map(({ name, version }) => [name, version]));
    const names = new Set([...live.keys(), ...Object.keys(overrides)]);
    return {
      channel,
      revision,
      shell,
      remotes: await Promise.all([...names].map((name) => describeRemote(name, live.get(name)))),
    };
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
        return decisions[0]?.build as OverridingBuild | undefined; // the server sends builds in the format of pinned ones
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
