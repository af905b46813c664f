import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Attack } from '../attack.ts';
import { mapConcurrently, times } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 8;
const GOOD = '9.9.8-good';
const BAD = '9.9.9-bad';

const readInlinedJson = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`<script[^>]*id="${id}"[^>]*>([^<]*)</script>`).exec(html)?.[1] ?? '{}');

interface Page {
  /** Part of the channel document. */
  channel: {
    revision: number;
    shell: { version: string };
    remotes: { name: string; version: string; candidate?: { version: string; percent: number } }[];
  };
  config: { reportToken?: string };
}

async function openPage(target: Target, ip: string): Promise<Page> {
  const { text } = await target.request({ path: '/toolbox', ip, headers: { accept: 'text/html' } });
  // The server inlines both elements with these fields.
  return { channel: readInlinedJson(text, 'solvent-channel'), config: readInlinedJson(text, 'solvent-config') } as Page;
}

async function readCanaryPercent(target: Target): Promise<number> {
  const { channel } = await openPage(target, target.newIp());
  return channel.remotes.find(({ name }) => name === 'toolbox')?.candidate?.percent ?? 0;
}

/** Reports a load like a page. @param token of the page, or undefined for a report without a page */
function reportLoad(target: Target, { channel }: Page, ip: string, loaded: boolean, token: string | undefined) {
  const version = channel.remotes.find(({ name }) => name === 'toolbox')?.candidate?.version;
  const part = { name: 'toolbox', version, source: 'candidate', loaded, milliseconds: 80 };
  const about = { channel: 'production', revision: channel.revision, shell: channel.shell.version, path: '/toolbox' };
  const json = { ...about, parts: [part], errors: [], vitals: [], ...(token !== undefined && { token }) };
  return target.request({ method: 'POST', path: '/api/runtime-reports', ip, json });
}

async function visit(target: Target, ip: string, loaded: boolean): Promise<void> {
  const page = await openPage(target, ip);
  await reportLoad(target, page, ip, loaded, page.config.reportToken);
}

const runDelivery = (target: Target, ...args: string[]) => target.run(['delivery/dist/main.js', ...args]);

async function publishCanary(target: Target, version: string): Promise<void> {
  const folder = join(target.product, 'mf-toolbox');
  const dist = await mkdtemp(join(tmpdir(), 'solvent-canary-'));
  const cli = createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json');
  const args = [join(dirname(cli), 'bin/rspack.js'), 'build', '--output-path', dist];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, RELEASE_VERSION: version } });
  await runDelivery(target, 'publish', 'toolbox', '--dist', dist, '--no-smoke');
  await rm(dist, { recursive: true });
}

const startCanary = (target: Target, version: string) =>
  runDelivery(target, 'promote', `toolbox@${version}`, '--percent', '10', '--why', 'An attack');

const goodCanaryStopped: Attack = {
  point: POINT,
  name: 'a good canary stopped by forged reports: 40 without a page, and 40 of pages from two networks',
  measuresLatency: true,
  async prepare(target) {
    await publishCanary(target, GOOD);
    await startCanary(target, GOOD);
    const attackerIps = [target.newIp(), target.newIp()];
    return async () => {
      const page = await openPage(target, attackerIps[0] ?? '');
      const forgedToken = Buffer.alloc(35, 7).toString('base64url');
      await mapConcurrently(20, 4, (index) =>
        reportLoad(target, page, target.newIp(), false, index % 2 === 0 ? forgedToken : undefined),
      );
      await mapConcurrently(20, 4, (index) => reportLoad(target, page, attackerIps[index % 2] ?? '', false, undefined));
      await mapConcurrently(40, 4, (index) => visit(target, attackerIps[index % 2] ?? '', false));
      const percent = await readCanaryPercent(target);
      return { summary: `the canary runs in ${percent} % of browsers`, isDefended: percent === 10 };
    };
  },
};

const badCanaryKept: Attack = {
  point: POINT,
  name: 'a bad canary kept by 400 forged reports of good loads, while it fails for 12 visitors',
  measuresLatency: true,
  async prepare(target) {
    await publishCanary(target, BAD);
    // Promoting once keeps its cost out of the measurement.
    await startCanary(target, BAD);
    return async () => {
      const attackerIp = target.newIp();
      const page = await openPage(target, attackerIp);
      await mapConcurrently(350, 8, () => reportLoad(target, page, attackerIp, true, page.config.reportToken));
      await mapConcurrently(50, 8, () => visit(target, attackerIp, true));
      const visitorIps = times(12, () => target.newIp());
      for (const ip of visitorIps) await visit(target, ip, false);
      const percent = await readCanaryPercent(target);
      return { summary: `the canary runs in ${percent} % of browsers`, isDefended: percent === 0 };
    };
  },
};

export const canary: Attack[] = [goodCanaryStopped, badCanaryKept];
