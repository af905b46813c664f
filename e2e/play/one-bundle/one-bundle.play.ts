import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { createOwnProduct } from '../../src/setup/own-product.ts';
import type { OwnProduct } from '../../src/setup/own-product.ts';
import { createVisitor } from '../visitor.ts';
import type { Fetched } from '../visitor.ts';
import { buildBundles, buildPart, bundleFolder, CHANGED } from './builds.ts';
import type { Change, Kind } from './builds.ts';
import { startBundleServer } from './bundle-server.ts';

const HEADINGS = { toolbox: 'Toolbox 1.1.0', ui: 'Toolbox' };

/** What is deployed for a change, and taken back after it. */
const PARTS = { toolbox: 'toolbox', ui: 'shell' };

interface Bytes {
  cold: number;
  again: number;
  files: number;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Files of builds: scripts, styles and fonts. */
const built = (fetched: readonly Fetched[]) => fetched.filter(({ path }) => /^\/(?:shell|remotes|bundle)\//.test(path));
const sum = (fetched: readonly Fetched[]) => fetched.reduce((total, { bytes }) => total + bytes, 0);

/** Somebody looks at the Toolbox, something is deployed, and they look again. */
async function measure(browser: Browser, url: string, heading: string, deploy: () => unknown): Promise<Bytes> {
  const visitor = await createVisitor(browser, url, 50);
  const cold = await visitor.visit();
  expect(cold.heading).toBe('Toolbox');
  const same = await visitor.visit();
  expect(built(same.fetched), 'what nobody has changed is not fetched again').toEqual([]);
  await deploy();
  const changed = await visitor.visit();
  expect(changed.heading).toBe(heading);
  await visitor.close();
  const again = built(changed.fetched);
  return { cold: sum(built(cold.fetched)), again: sum(again), files: again.length };
}

async function measureFederated(browser: Browser, product: OwnProduct, change: Change): Promise<Bytes> {
  const name = PARTS[change];
  const dist = await buildPart(change);
  const bytes = await measure(browser, product.url, HEADINGS[change], async () => {
    await product.deliver('publish', name, '--dist', dist);
    await product.deliver('promote', `${name}@${CHANGED}`, '--why', 'To measure it');
  });
  await product.deliver('rollback', name, '--why', 'It is measured');
  return bytes;
}

async function measureBundle(browser: Browser, product: OwnProduct, kind: Kind, change: Change): Promise<Bytes> {
  const server = await startBundleServer(product.url);
  try {
    server.deploy(bundleFolder(kind, 'before'));
    return await measure(browser, server.url, HEADINGS[change], () => server.deploy(bundleFolder(kind, change)));
  } finally {
    await server.close();
  }
}

test('what a change makes a returning visitor download, beside one bundle', async ({ browser }) => {
  await buildBundles();
  const product = await createOwnProduct();
  const say = (what: string, { cold, again, files }: Bytes) =>
    process.stdout.write(`  ${what}: ${kilobytes(again)} in ${files} files (a first visit: ${kilobytes(cold)})\n`);
  try {
    await product.start();
    for (const change of ['toolbox', 'ui'] as const) {
      process.stdout.write(`${change === 'toolbox' ? 'A heading of the Toolbox' : 'A width in @solvent/ui'}\n`);
      const federated = await measureFederated(browser, product, change);
      say(`federated, the ${PARTS[change]} deployed`, federated);
      const one = await measureBundle(browser, product, 'one', change);
      say('one script', one);
      say('one build, split', await measureBundle(browser, product, 'split', change));
      expect(federated.again).toBeLessThan(one.again);
    }
  } finally {
    await product.remove();
  }
});
