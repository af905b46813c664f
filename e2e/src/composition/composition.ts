import { writeFile } from 'node:fs/promises';
import type { BrowserContext, Request, TestInfo } from '@playwright/test';

import { askFor, readServedPage } from './served-page.ts';
import type { Overrides, ServedPage } from './served-page.ts';
import { describeSet } from './version-set.ts';
import type { SetRemote, VersionSet } from './version-set.ts';

/** What the pages of a test are composed of. */
export interface Composition {
  /** What is live, as the product says. */
  served: () => Promise<ServedPage>;
  /** What is put in place of it: `toolbox` to an origin or a version. */
  overrides: () => Overrides;
  /** From the next page load on. @throws Error where the server refuses it */
  use: (name: string, target: string) => Promise<void>;
  /** The global that Module Federation finds the remote by, where another build is in its place. */
  overridingGlobal: (name: string) => Promise<string | undefined>;
  /** Exactly what ran: what was asked for last of each remote, else what is live. */
  versions: () => Promise<VersionSet>;
  /** Attaches that to the test's report, once. */
  attach: (info: TestInfo) => Promise<void>;
}

const ENTRY = /\/remotes\/([a-z][a-z0-9-]*)\/([^/]+)\/remoteEntry\.[^/]*$/;

/** Pages have no file's name; what is not a page is left alone without asking. */
const mayBePage = (url: URL): boolean =>
  !/^\/(?:api|remotes|shell|socket\.io)\//.test(url.pathname) && !/\.[a-z0-9]+$/.test(url.pathname);

/** A tester's browser shows in the report what runs; over the page the banner would only be in the way of clicks. */
function hideBanner(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('aside[aria-label="Overrides of this tab"] { display: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Asks the server for overrides in each page load of a browser, past its address bar: it decides as for anybody, and
 * tests find the addresses that they know.
 */
export async function overridePages(context: BrowserContext, overrides: () => Overrides): Promise<void> {
  await context.addInitScript(hideBanner);
  await context.route(mayBePage, (route) => {
    const request = route.request();
    if (request.resourceType() !== 'document') return route.fallback();
    return route.continue({ url: askFor(request.url(), overrides()) });
  });
}

/** What stands in a file beside a build; undefined where it is not to be had. */
const readJson = <Value>(address: string): Promise<Value | undefined> =>
  fetch(address).then(
    (answer) => answer.json() as Promise<Value>,
    () => undefined,
  );

/** The version that an origin serves now. */
const versionAt = async (origin: string): Promise<string> =>
  (await readJson<{ version?: string }>(`${origin}/remote.json`))?.version ?? 'unknown';

/** @param standing what the whole run puts in place */
export async function createComposition(context: BrowserContext, baseURL: string, standing: Overrides): Promise<Composition> {
  const overrides: Record<string, string> = { ...standing };
  const ran = new Map<string, string>();
  let page: Promise<ServedPage> | undefined;
  let isOverriding = false;
  let isAttached = false;

  const note = (request: Request) => {
    const [, name, version] = ENTRY.exec(new URL(request.url()).pathname) ?? [];
    if (name !== undefined && version !== undefined) ran.set(name, version);
  };
  context.on('requestfinished', note);

  const served = () => (page ??= readServedPage(baseURL));

  async function overrideFromNow(): Promise<void> {
    if (isOverriding) return;
    isOverriding = true;
    await overridePages(context, () => overrides);
  }

  async function remoteOf(name: string, live: string): Promise<SetRemote> {
    const target = overrides[name];
    if (target?.startsWith('http')) return { name, version: await versionAt(target), from: target };
    return { name, version: target ?? ran.get(name) ?? live };
  }

  async function versions(): Promise<VersionSet> {
    const { channel, revision, shell, remotes } = await served();
    return { channel, revision, shell, remotes: await Promise.all(remotes.map(({ name, version }) => remoteOf(name, version))) };
  }

  if (Object.keys(overrides).length > 0) await overrideFromNow();
  return {
    served,
    overrides: () => overrides,
    async use(name, target) {
      const asked = await readServedPage(baseURL, { [name]: target });
      const refused = asked.overrides.find((decision) => decision.refused !== null);
      if (refused) throw new Error(`${name}@${target} cannot run at ${baseURL}: ${refused.refused}`);
      overrides[name] = target;
      await overrideFromNow();
    },
    async overridingGlobal(name) {
      const target = overrides[name];
      if (target?.startsWith('http')) return (await readJson<{ globalName?: string }>(`${target}/build-files.json`))?.globalName;
      if (target === undefined) return undefined;
      const { overrides: decisions } = await readServedPage(baseURL, { [name]: target });
      const build: { globalName?: string } | undefined = decisions[0]?.build;
      return build?.globalName;
    },
    versions,
    async attach(info) {
      if (isAttached) return;
      isAttached = true;
      const set = await versions();
      await info.attach('versions', { body: describeSet(set), contentType: 'text/plain' });
      const path = info.outputPath('versions.json');
      await writeFile(path, `${JSON.stringify(set, null, 2)}\n`);
      await info.attach('versions.json, for pnpm e2e --set', { path, contentType: 'application/json' });
    },
  };
}
