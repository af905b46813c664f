import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { APIRequestContext, Browser } from '@playwright/test';
import { failRemote } from '../src/remote-faults.ts';
import { readHtml } from '../src/composition/served-html.ts';
import { readServedPage } from '../src/composition/served-page.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';
import type { OwnProduct } from '../src/setup/own-product.ts';
import { ROOT, runRspack } from '../src/setup/workspace.ts';
import { sumCodeBytes, createVisitor, filterOtherFiles } from './visitor.ts';
import type { Visitor } from './visitor.ts';

const V1 = 'Toolbox';
const V2 = '1.1.0-play';
const V3 = '1.1.1-play';

const formatHeading = (version: string): string => `Toolbox ${version}`;

const CONFIG = join(import.meta.dirname, 'one-bundle/federated.config.mjs');

/** Builds the Toolbox with another heading. @param version such as `1.1.0-play` @returns the folder of the build */
async function buildToolbox(version: string): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'solvent-play-'));
  const change = ['part=toolbox', 'change=toolbox', `to=$1${formatHeading(version)}$2`].flatMap((value) => ['--env', value]);
  await runRspack(join(ROOT, 'e2e'), ['--config', CONFIG, ...change, '--output-path', dist], { RELEASE_VERSION: version });
  return dist;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Opens the Toolbox in each browser. No visit may fetch files of other packages again. */
async function readHeadings(visitors: readonly Visitor[]): Promise<string[]> {
  const headings: string[] = [];
  for (const visitor of visitors) {
    const { heading, fetched } = await visitor.visit();
    expect(filterOtherFiles(fetched), 'files of the shell and of the three other remotes that were fetched again').toEqual([]);
    headings.push(heading);
  }
  return headings;
}

/** Loads the failing canary in three browsers, which report it. */
async function reportFailures(browser: Browser, { url }: OwnProduct, entry: string): Promise<void> {
  for (const number of [1, 2, 3]) {
    const visitor = await createVisitor(browser, url, number);
    await failRemote(visitor.page, 'toolbox', [entry], 'render');
    const reported = visitor.page.waitForResponse((response) => response.url().endsWith('/api/runtime-reports'));
    await visitor.page.goto(`${url}/toolbox`);
    await expect(visitor.page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await expect(visitor.page.getByRole('banner')).toBeVisible();
    expect((await reported).ok()).toBe(true);
    await visitor.close();
  }
}

const findToolbox = async ({ url }: OwnProduct) => (await readServedPage(url)).remotes.find(({ name }) => name === 'toolbox');

/** Requests the page without scripts until the server renders the heading. @returns the time (ms) */
async function waitForServed(request: APIRequestContext, { url }: OwnProduct, heading: string): Promise<number> {
  const read = async () => (await readHtml(request, `${url}/toolbox`)).heading?.trim();
  await expect.poll(read, { intervals: [50], timeout: 10_000 }).toBe(heading);
  return performance.now();
}

test('a team ships its remote alone', async ({ browser, request }) => {
  const [second, third] = [await buildToolbox(V2), await buildToolbox(V3)];
  const product = await createOwnProduct();
  try {
    await product.start();
    const visitors = [await createVisitor(browser, product.url, 5), await createVisitor(browser, product.url, 50)];
    const [, other] = visitors;
    const first = await Promise.all(visitors.map((visitor) => visitor.visit()));
    expect(first.map(({ heading }) => heading)).toEqual([V1, V1]);
    const cold = sumCodeBytes(first[1]?.fetched ?? []);
    print(`1. v1 is live. Everyone sees "${V1}"; a first visit downloads ${kilobytes(cold)} of scripts and styles.`);

    await product.deliver('publish', 'toolbox', '--dist', second, '--no-smoke');
    expect(await readHeadings(visitors)).toEqual([V1, V1]);
    print('2. v2 is published. No browser runs it.');

    await product.deliver('promote', `toolbox@${V2}`, '--percent', '10', '--why', 'A canary');
    expect(await readHeadings(visitors)).toEqual([formatHeading(V2), V1]);
    expect(await readHeadings(visitors), 'each browser stays with what it has').toEqual([formatHeading(V2), V1]);
    print(
      `3. v2 is a canary of 10 %. Browser 5 of 100 sees "${formatHeading(V2)}", browser 50 sees "${V1}", both again when they load again.`,
    );

    const canary = (await findToolbox(product))?.candidate;
    const injected = performance.now();
    await reportFailures(browser, product, canary?.entry ?? '');
    await expect.poll(async () => (await findToolbox(product))?.candidate?.percent).toBe(0);
    const history = await product.deliver('history');
    const reason = /Stopped at 10 %: .*/.exec(history)?.[0];
    expect(reason).toContain('failed for 3 of');
    print(`4. v2 fails in three browsers. ${seconds(performance.now() - injected)} later it has stopped itself: "${reason}"`);
    expect(await readHeadings(visitors)).toEqual([V1, V1]);
    print(`5. Everyone sees "${V1}".`);

    await product.deliver('publish', 'toolbox', '--dist', third, '--no-smoke');
    const promoting = performance.now();
    await product.deliver('promote', `toolbox@${V3}`, '--why', 'v2, fixed');
    const made = await waitForServed(request, product, formatHeading(V3));
    expect(made - promoting, 'from the command to the first page that the server made of it').toBeLessThan(5000);
    const returning = await other?.visit();
    expect(returning?.heading).toBe(formatHeading(V3));
    expect(filterOtherFiles(returning?.fetched ?? [])).toEqual([]);
    const changed = sumCodeBytes(returning?.fetched ?? []);
    expect(changed).toBeLessThan(cold / 2);
    expect(await readHeadings(visitors)).toEqual([formatHeading(V3), formatHeading(V3)]);
    print(
      `6. v3 is promoted. Everyone sees "${formatHeading(V3)}". The server made the first page of it ${seconds(made - promoting)} after the command began. A returning visitor downloads ${kilobytes(changed)} for it ("pnpm play one-bundle" holds that against one bundle).`,
    );

    const began = performance.now();
    const rolled = product.deliver('rollback', 'toolbox', '--why', 'A demonstration').then(() => performance.now());
    const [served, seen = Infinity] = await Promise.all([waitForServed(request, product, V1), other?.visitUntilHeading(V1)]);
    expect(served - began, 'from the command to the first page that the server made of the old version').toBeLessThan(5000);
    expect(seen - began, 'from the command to the first page with the old version').toBeLessThan(5000);
    print(
      `7. rollback: the command takes ${seconds((await rolled) - began)}, the server makes the first page with v1 after ${seconds(served - began)}, a browser shows it after ${seconds(seen - began)}.`,
    );
    expect(await readHeadings(visitors)).toEqual([V1, V1]);
    print('   The files of the shell and of the three other remotes were never fetched again.');
  } finally {
    await product.remove();
    for (const dist of [second, third]) await rm(dist, { recursive: true });
  }
});
