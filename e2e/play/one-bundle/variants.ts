import { expect } from '@playwright/test';
import { readServedPage } from '../../src/composition/served-page.ts';
import type { OwnProduct } from '../../src/setup/own-product.ts';
import { bundleFolder, buildBundles, buildPackages } from './builds.ts';
import type { Kind, Page, PackageBuild, State } from './builds.ts';
import { startBundleServer } from './bundle-server.ts';
import type { BundleServer } from './bundle-server.ts';
import { PAGES } from './pages.mjs';

export interface Variant {
  name: string;
  getUrl: (page: Page) => string;
  deploy: (state: State) => Promise<void>;
  close: () => Promise<void>;
}

/** `alone` is one script with what a page needs. */
export type Variants = Record<'federated' | 'split' | 'alone' | 'one', Variant>;

/** The federated product. Publishes and promotes the changed package, and rolls it back. */
async function federated(product: OwnProduct): Promise<Variant> {
  const { before, changed } = await buildPackages();
  const readVersion = async (part: string) => {
    const { shell, remotes } = await readServedPage(product.url);
    return part === 'shell' ? shell : remotes.find(({ name }) => name === part)?.version;
  };
  const promote = async ({ part, version, dist }: PackageBuild) => {
    await product.deliver('publish', part, '--dist', dist, '--no-smoke');
    await product.deliver('promote', `${part}@${version}`, '--why', 'A measurement');
    await expect.poll(() => readVersion(part)).toBe(version);
  };
  for (const build of before) await promote(build);
  let live: PackageBuild | undefined;
  return {
    name: 'federated',
    getUrl: () => product.url,
    async deploy(state) {
      if (live) await product.deliver('rollback', live.part, '--why', 'Measured');
      live = state === 'before' ? undefined : changed.get(state);
      if (live) await promote(live);
    },
    close: async () => undefined,
  };
}

async function bundled(product: OwnProduct, name: string, getKind: (page: Page) => Kind): Promise<Variant> {
  const servers = new Map<Kind, BundleServer>();
  for (const kind of new Set(PAGES.map(getKind))) servers.set(kind, await startBundleServer(product.url));
  const deploy = async (state: State) => servers.forEach((server, kind) => server.deploy(bundleFolder(kind, state)));
  await deploy('before');
  return {
    name,
    getUrl: (page) => servers.get(getKind(page))?.url ?? '',
    deploy,
    close: async () => void (await Promise.all([...servers.values()].map((server) => server.close()))),
  };
}

export async function startVariants(product: OwnProduct): Promise<Variants> {
  await buildBundles();
  return {
    federated: await federated(product),
    split: await bundled(product, 'one build, split', () => 'split'),
    alone: await bundled(product, 'the page alone', ({ page }) => `alone-${page}`),
    one: await bundled(product, 'one script', () => 'one'),
  };
}
