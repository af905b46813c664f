import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Attack } from '../attack.ts';
import { eachOf, times } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 8;
const GOOD = '9.9.8-good';
const BAD = '9.9.9-bad';

/** What is inlined in a page as JSON under an id. */
const inlined = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`<script[^>]*id="${id}"[^>]*>([^<]*)</script>`).exec(html)?.[1] ?? '{}');

interface Page {
  /** The channel as the page has it, so far as it matters here. */
  channel: {
    revision: number;
    shell: { version: string };
    remotes: { name: string; version: string; candidate?: { version: string; percent: number } }[];
  };
  config: { reportToken?: string };
}

async function pageOf(world: World, from: string): Promise<Page> {
  const { text } = await world.ask({ path: '/toolbox', from, headers: { accept: 'text/html' } });
  // The page's own form.
  return { channel: inlined(text, 'solvent-channel'), config: inlined(text, 'solvent-config') } as Page;
}

/** The share of browsers that run the canary. */
async function percentOf(world: World): Promise<number> {
  const { channel } = await pageOf(world, world.network());
  return channel.remotes.find(({ name }) => name === 'toolbox')?.candidate?.percent ?? 0;
}

/** Tells how the canary went, as a page does. @param token of the page; undefined: of none */
function report(world: World, { channel }: Page, from: string, loaded: boolean, token: string | undefined) {
  const version = channel.remotes.find(({ name }) => name === 'toolbox')?.candidate?.version;
  const part = { name: 'toolbox', version, source: 'candidate', loaded, milliseconds: 80 };
  const about = { channel: 'production', revision: channel.revision, shell: channel.shell.version, path: '/toolbox' };
  const json = { ...about, parts: [part], errors: [], vitals: [], ...(token !== undefined && { token }) };
  return world.ask({ method: 'POST', path: '/api/runtime-reports', from, json });
}

/** Opens the page and tells how the canary went. */
async function visit(world: World, from: string, loaded: boolean): Promise<void> {
  const page = await pageOf(world, from);
  await report(world, page, from, loaded, page.config.reportToken);
}

const deliver = (world: World, ...args: string[]) => world.run(['delivery/dist/main.js', ...args]);

/** Publishes another version of the toolbox. */
async function publishCanary(world: World, version: string): Promise<void> {
  const folder = join(world.product, 'mf-toolbox');
  const dist = await mkdtemp(join(tmpdir(), 'solvent-canary-'));
  const cli = createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json');
  const args = [join(dirname(cli), 'bin/rspack.js'), 'build', '--output-path', dist];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, RELEASE_VERSION: version } });
  await deliver(world, 'publish', 'toolbox', '--dist', dist, '--no-smoke');
  await rm(dist, { recursive: true });
}

const startCanary = (world: World, version: string) =>
  deliver(world, 'promote', `toolbox@${version}`, '--percent', '10', '--why', 'An attack');

const stopped: Attack = {
  point: POINT,
  name: 'a good canary is stopped by made-up reports: 40 without a page, and 40 of pages of two networks',
  felt: true,
  async prepare(world) {
    await publishCanary(world, GOOD);
    await startCanary(world, GOOD);
    const liars = [world.network(), world.network()];
    return async () => {
      const page = await pageOf(world, liars[0] ?? '');
      const madeUp = Buffer.alloc(35, 7).toString('base64url');
      await eachOf(20, 4, (index) => report(world, page, world.network(), false, index % 2 === 0 ? madeUp : undefined));
      await eachOf(20, 4, (index) => report(world, page, liars[index % 2] ?? '', false, undefined));
      await eachOf(40, 4, (index) => visit(world, liars[index % 2] ?? '', false));
      const percent = await percentOf(world);
      return { told: `the canary runs in ${percent} % of browsers`, held: percent === 10 };
    };
  },
};

const kept: Attack = {
  point: POINT,
  name: 'a bad canary is kept by 400 made-up reports of good loads, while 12 visitors see it fail',
  felt: true,
  async prepare(world) {
    await publishCanary(world, BAD);
    // Once: what a promotion costs others is no work of the liar's.
    await startCanary(world, BAD);
    return async () => {
      const liar = world.network();
      const page = await pageOf(world, liar);
      await eachOf(350, 8, () => report(world, page, liar, true, page.config.reportToken));
      await eachOf(50, 8, () => visit(world, liar, true));
      const honest = times(12, () => world.network());
      for (const from of honest) await visit(world, from, false);
      const percent = await percentOf(world);
      return { told: `the canary runs in ${percent} % of browsers`, held: percent === 0 };
    };
  },
};

/** Attacks on the verdict over a canary. */
export const canary: Attack[] = [stopped, kept];
