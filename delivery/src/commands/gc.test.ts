import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReleaseStore } from '@solvent/releases';
import { clearAway, findLeftovers, KEPT_REVISIONS } from '../release/clear-away.ts';
import { buildRemote, buildShell } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench({ version: '1.0.0' });
});
afterEach(() => bench.remove());

async function publish(version: string): Promise<void> {
  await buildRemote(bench.root, 'toolbox', { version });
  await bench.run('publish', 'toolbox');
}

const isThere = (version: string) => bench.has(`remotes/toolbox/${version}/remoteEntry.1.js`);

/** Changes that name no release. */
async function manyRevisions(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await bench.run('overrides', 'versions', done % 2 === 0 ? 'off' : 'on');
}

it('removes what no channel names, and says so', async () => {
  await publish('1.1.0');
  const { code, output } = await bench.run('gc', '--days', '0');
  expect(code).toBe(0);
  expect(output).toMatch(/^Removed toolbox@1\.1\.0 \(\d+ files\)\.\n$/);
  expect([isThere('1.0.0'), isThere('1.1.0')]).toEqual([true, false]);
  expect((await bench.run('promote', 'toolbox@1.1.0')).output).toContain('toolbox@1.1.0 is not published');
});

it('only says what it would remove, with --dry-run', async () => {
  await publish('1.1.0');
  expect((await bench.run('gc', '--days', '0', '--dry-run')).output).toContain('Would remove toolbox@1.1.0');
  expect(isThere('1.1.0')).toBe(true);
});

it('keeps what was published lately: somebody is about to promote it', async () => {
  await publish('1.1.0');
  expect((await bench.run('gc')).output).toBe('There is nothing to remove.\n');
});

it('keeps what is live, on trial or to fall back to, in any channel', async () => {
  await publish('1.1.0');
  await bench.run('promote', 'toolbox@1.1.0');
  await publish('1.2.0');
  await bench.run('promote', 'toolbox@1.2.0', '--percent', '10');
  await publish('1.3.0');
  await bench.run('deploy', '--channel', 'staging');
  await manyRevisions(KEPT_REVISIONS + 5);
  await bench.run('gc', '--days', '0');
  expect(['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map(isThere)).toEqual([true, true, true, true]);
});

it('keeps what the last revisions name, and the pages of those; not what is older', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await publish(version);
    await bench.run('promote', `toolbox@${version}`);
  }
  await manyRevisions(KEPT_REVISIONS - 2);
  const { output } = await bench.run('gc', '--days', '0');
  expect(output).toContain('Removed toolbox@1.0.0');
  expect(output).toContain('Removed pages of production before revision 3');
  expect(['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map(isThere)).toEqual([false, true, true, true]);
  expect([2, 3].map((number) => bench.has(`channels/production/pages/${number}/not-found.html`))).toEqual([false, true]);
  expect(bench.has('channels/production/revisions/1.json')).toBe(true);
  expect((await bench.run('rollback', 'toolbox')).output).toContain('toolbox 1.3.0 → 1.2.0');
});

it('leaves an upload that is not whole, unless it is told', async () => {
  await publish('1.1.0');
  await rm(bench.stored('remotes/toolbox/1.1.0/release.json'));
  expect((await bench.run('gc', '--days', '0')).output).toContain('Not whole, and kept without --unfinished: toolbox@1.1.0');
  expect(isThere('1.1.0')).toBe(true);
  await bench.run('gc', '--unfinished');
  expect(isThere('1.1.0')).toBe(false);
});

it('keeps what is promoted while it removes other things', async () => {
  await publish('1.1.0');
  const store = openReleaseStore(bench.stored(''));
  const { leftovers } = await findLeftovers(store, new Date(Date.now() + 1000));
  expect(leftovers.map(({ title }) => title)).toEqual(['toolbox@1.1.0']);
  await bench.run('promote', 'toolbox@1.1.0');
  expect(await Promise.all(leftovers.map((leftover) => clearAway(store, leftover)))).toEqual([false]);
  expect(isThere('1.1.0')).toBe(true);
});

it('removes nothing where a channel cannot be read: nobody knows what it needs', async () => {
  await publish('1.1.0');
  await bench.run('deploy', '--channel', 'staging');
  await writeFile(bench.stored('channels/staging/revisions/1.json'), 'nonsense');
  const { code, output } = await bench.run('gc', '--days', '0');
  expect(code).toBe(1);
  expect(output).toMatch(/^No revision of the channel "staging" can be read, .+: nothing is removed\./);
  expect(isThere('1.1.0')).toBe(true);
});

it('keeps the shell that a rollback goes back to, and not one that was taken back long ago', async () => {
  const shells = (...versions: string[]) => versions.map((version) => bench.has(`shell/${version}/main.1.js`));
  for (const version of ['1.1.0-shell002', '1.2.0-shell003']) {
    await buildShell(bench.root, { version });
    await bench.run('deploy', 'shell');
  }
  await manyRevisions(KEPT_REVISIONS + 5);
  await bench.run('gc', '--days', '0');
  expect(shells('1.0.0-shell001', '1.1.0-shell002', '1.2.0-shell003')).toEqual([false, true, true]);
  expect((await bench.run('rollback', 'shell')).output).toContain('shell 1.2.0-shell003 → 1.1.0-shell002');
});

it('removes what makes a release whole first, so that half of one is never taken for a release', async () => {
  await publish('1.1.0');
  const store = openReleaseStore(bench.stored(''));
  const removed: string[] = [];
  const { leftovers } = await findLeftovers(store, new Date(Date.now() + 1000));
  for (const leftover of leftovers) await clearAway({ ...store, delete: async (key) => void removed.push(key) }, leftover);
  expect(removed[0]).toBe('remotes/toolbox/1.1.0/release.json');
  expect(removed).toHaveLength(await store.list('remotes/toolbox/1.1.0').then((keys) => keys.length));
});

it('removes what a publish that was killed was just writing, and no folder stays for nothing', async () => {
  const folder = 'remotes/toolbox/1.2.0/fonts';
  await mkdir(bench.stored(folder), { recursive: true });
  await writeFile(join(bench.stored(folder), 'a.woff2.draft'), 'half of it');
  await bench.run('gc');
  expect(bench.has(`${folder}/a.woff2.draft`)).toBe(true);
  const before = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(join(bench.stored(folder), 'a.woff2.draft'), before, before);
  await bench.run('gc', '--dry-run');
  expect(bench.has(`${folder}/a.woff2.draft`)).toBe(true);
  await bench.run('gc');
  expect(bench.has('remotes/toolbox/1.2.0')).toBe(false);
});
