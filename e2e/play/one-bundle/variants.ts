import { expect } from '@playwright/test';
import { readServedPage } from '../../src/composition/served-page.ts';
import type { OwnProduct } from '../../src/setup/own-product.ts';
import { bundleFolder, buildBundles, buildPackages } from './builds.ts';
import type { PackageBuild, State } from './builds.ts';
import { startBundleServer } from './bundle-server.ts';

export interface Variant {
  name: string;
  url: string;
  deploy: (state: State) => Promise<void>;
  close: () => Promise<void>;
}

export type Variants = Record<'federated' | 'split', Variant>;

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
    url: product.url,
    async deploy(state) {
      if (live) await product.deliver('rollback', live.part, '--why', 'Measured');
      live = state === 'before' ? undefined : changed.get(state);
      if (live) await promote(live);
    },
    close: async () => undefined,
  };
}

async function bundled(product: OwnProduct): Promise<Variant> {
  await buildBundles();
  const server = await startBundleServer(product.url);
  const deploy = async (state: State) => server.deploy(bundleFolder(state));
  await deploy('before');
  return { name: 'one build, split', url: server.url, deploy, close: server.close };
}

export const startVariants = async (product: OwnProduct): Promise<Variants> => ({
  federated: await federated(product),
  split: await bundled(product),
});
