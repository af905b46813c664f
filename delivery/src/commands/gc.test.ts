import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReleaseStore } from '@solvent/releases';
import { releaseSchema, storeLayout } from '@solvent/federation/manifest';
import { removeLeftover, findLeftovers } from '../release/clear-away.ts';
import { KEPT_REVISIONS } from '../release/kept-channels.ts';
import { buildRemote, buildShell, findBuiltFile } from '../testing/builds.ts';
import type { RemoteOptions } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench({ version: '1.0.0' });
});
afterEach(() => bench.remove());

async function publish(version: string, options: RemoteOptions = {}): Promise<void> {
  await buildRemote(bench.root, 'toolbox', { version, ...options });
  await bench.run('publish', 'toolbox');
}

/** Returns whether a version is there, and all of its files. */
const isThere = (version: string) => bench.has(`remotes/toolbox/${version}/remote.json`);
async function isWhole(version: string): Promise<boolean> {
  const release = releaseSchema.validateSync(await bench.readStored(`remotes/toolbox/${version}/release.json`));
  return release.files.every(({ path }) => bench.has(storeLayout.file('toolbox', version, path)));
}
const getFile = (path: string) => `remotes/toolbox/files/${findBuiltFile(bench.root, 'toolbox', path)}`;

/** Makes a file in the store as old as gc's week and a day. */
async function age(key: string): Promise<void> {
  const then = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await utimes(bench.stored(key), then, then);
}

/** Changes that name no release. */
async function manyRevisions(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await bench.run('overrides', 'versions', done % 2 === 0 ? 'off' : 'on');
}

it('removes and reports what no channel refers to; recent releases stay, since they may be promoted soon', async () => {
  await publish('1.1.0');
  expect((await bench.run('gc')).output).toBe('There is nothing to remove.\n');
  expect(await bench.done('gc', '--days', '0')).toMatch(/^Removed toolbox@1\.1\.0 \(\d files\)\.\n$/);
  expect([isThere('1.0.0'), isThere('1.1.0')]).toEqual([true, false]);
  expect(await isWhole('1.0.0')).toBe(true);
  expect((await bench.run('promote', 'toolbox@1.1.0')).output).toContain('toolbox@1.1.0 is not published');
});

it('removes only files that no release lists any more, with their compressed variants; --dry-run only reports them', async () => {
  await publish('1.1.0', { text: 'changed' });
  const entry = getFile('remoteEntry.js');
  const { output: would } = await bench.run('gc', '--days', '0', '--dry-run');
  expect(would).toContain('Would remove toolbox@1.1.0');
  expect(would).toContain('Would remove what no release of toolbox lists (3 files).');
  expect(await isWhole('1.1.0')).toBe(true);
  const { output } = await bench.run('gc', '--days', '0');
  expect(output).toMatch(/^Removed toolbox@1\.1\.0 .+\nRemoved what no release of toolbox lists \(3 files\)\.\n$/);
  expect(['', '.br', '.gz'].map((ending) => bench.has(`${entry}${ending}`))).toEqual([false, false, false]);
  expect(bench.has(getFile('list.js'))).toBe(true);
  expect(await isWhole('1.0.0')).toBe(true);
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

it('keeps what the last revisions refer to, and their pages; removes older ones', async () => {
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

it('keeps all that an older page may request: every address in the kept pages, and every file of their releases', async () => {
  const entries = [getFile('remoteEntry.js')];
  for (let number = 1; number <= KEPT_REVISIONS + 1; number += 1) {
    await publish(`1.${number}.0`, { text: `version ${number}` });
    entries.push(getFile('remoteEntry.js'));
    await bench.run('promote', `toolbox@1.${number}.0`);
  }
  const { output } = await bench.run('gc', '--days', '0');
  expect(output).toMatch(/^Removed toolbox@1\.0\.0 .+\nRemoved what no release of toolbox lists \(3 files\)\.\nRemoved pages /);
  expect(entries.map(bench.has)).toEqual(entries.map((_entry, number) => number > 0));
  const kept = await openReleaseStore(bench.stored('')).list('channels/production/pages');
  const pages = await Promise.all(kept.map((key) => readFile(bench.stored(key), 'utf8')));
  const requests = pages.flatMap((html) => [...html.matchAll(/(?:"entry":|href=|src=)"\/((?:shell|remotes)\/[^"]+)"/g)]);
  const addresses = [...new Set(requests.map(([, key = '']) => key))];
  expect(addresses.length).toBeGreaterThan(KEPT_REVISIONS);
  expect(addresses.filter((key) => !bench.has(key))).toEqual([]);
  for (let number = 1; number <= KEPT_REVISIONS + 1; number += 1) expect(await isWhole(`1.${number}.0`)).toBe(true);
});

describe('an unfinished upload', () => {
  let entry = '';
  beforeEach(async () => {
    await publish('1.1.0', { text: 'changed' });
    await rm(bench.stored('remotes/toolbox/1.1.0/release.json'));
    entry = getFile('remoteEntry.js');
  });
  const isEntryThere = () => ['', '.br', '.gz'].map((ending) => bench.has(`${entry}${ending}`));

  it('stays while it is young, as gc reports; --unfinished removes it, and nothing that a release lists', async () => {
    expect((await bench.run('gc')).output).toBe(
      'There is nothing to remove.\n' +
        'Kept without --unfinished, since somebody may be publishing: the unfinished upload of toolbox@1.1.0 (3 files).\n' +
        'Kept without --unfinished, since somebody may be publishing: what no release of toolbox lists (3 files).\n',
    );
    expect([isThere('1.1.0'), ...isEntryThere()]).toEqual([true, true, true, true]);
    expect((await bench.run('gc', '--unfinished')).output).toBe(
      'Removed the unfinished upload of toolbox@1.1.0 (3 files).\nRemoved what no release of toolbox lists (3 files).\n',
    );
    expect([isThere('1.1.0'), ...isEntryThere()]).toEqual([false, false, false, false]);
    expect(await isWhole('1.0.0')).toBe(true);
  });

  it('is removed when it is old, file by file: a file is as young as its youngest variant', async () => {
    for (const ending of ['', '.br', '.gz']) await age(`${entry}${ending}`);
    expect((await bench.run('gc')).output).toMatch(
      /^Removed what no release of toolbox lists \(3 files\)\.\nKept without --unfinished, .+: the unfinished upload of toolbox@1\.1\.0 \(3 files\)\.\n$/,
    );
    await publish('1.2.0', { text: 'changed again' });
    await rm(bench.stored('remotes/toolbox/1.2.0/release.json'));
    for (const version of ['1.1.0', '1.2.0'])
      for (const file of ['remote.json', 'build-files.json', 'smoke.json']) await age(`remotes/toolbox/${version}/${file}`);
    for (const ending of ['', '.br']) await age(`${getFile('remoteEntry.js')}${ending}`);
    const { output } = await bench.run('gc');
    expect(output).toContain('Removed the unfinished upload of toolbox@1.1.0 (3 files).\n');
    expect(output).toContain('since somebody may be publishing: what no release of toolbox lists (3 files).\n');
    expect(bench.has(getFile('remoteEntry.js'))).toBe(true);
  });

  it('is completed by the next publish', async () => {
    expect((await bench.run('publish', 'toolbox')).output).toContain(
      'Published toolbox@1.1.0: 3 files named by content, 0 of them new',
    );
    expect(await isWhole('1.1.0')).toBe(true);
  });
});

it('keeps the files of a live release whose list was removed', async () => {
  await rm(bench.stored('remotes/toolbox/1.0.0/release.json'));
  expect((await bench.run('gc', '--days', '0', '--unfinished')).output).toBe('There is nothing to remove.\n');
  expect(bench.has(getFile('remoteEntry.js'))).toBe(true);
});

it('keeps what is promoted while it removes other things', async () => {
  await publish('1.1.0');
  const store = openReleaseStore(bench.stored(''));
  const { old } = await findLeftovers(store, new Date(Date.now() + 1000));
  expect(old.map(({ title }) => title)).toEqual(['toolbox@1.1.0']);
  await bench.run('promote', 'toolbox@1.1.0');
  expect(await Promise.all(old.map((leftover) => removeLeftover(store, leftover)))).toEqual([0]);
  expect(isThere('1.1.0')).toBe(true);
});

it('removes nothing if a channel cannot be read, since its releases are unknown', async () => {
  await publish('1.1.0');
  await bench.run('deploy', '--channel', 'staging');
  await writeFile(bench.stored('channels/staging/revisions/1.json'), 'nonsense');
  expect(await bench.refused('gc', '--days', '0')).toMatch(
    /^No revision of the channel "staging" can be read, .+: nothing is removed\./,
  );
  expect(isThere('1.1.0')).toBe(true);
});

it('keeps the shell that a rollback leads to, and not one that was rolled back long ago', async () => {
  const shells = (...versions: string[]) => versions.map((version) => bench.has(`shell/${version}/release.json`));
  for (const version of ['1.1.0-shell002', '1.2.0-shell003']) {
    await buildShell(bench.root, { version });
    await bench.run('deploy', 'shell');
  }
  await manyRevisions(KEPT_REVISIONS + 5);
  await bench.run('gc', '--days', '0');
  expect(shells('1.0.0-shell001', '1.1.0-shell002', '1.2.0-shell003')).toEqual([false, true, true]);
  expect((await bench.run('rollback', 'shell')).output).toContain('shell 1.2.0-shell003 → 1.1.0-shell002');
});

it('removes release.json first, so that an incomplete release is never taken for one', async () => {
  await publish('1.1.0');
  const store = openReleaseStore(bench.stored(''));
  const removed: string[] = [];
  const { old } = await findLeftovers(store, new Date(Date.now() + 1000));
  for (const leftover of old) await removeLeftover({ ...store, delete: async (key) => void removed.push(key) }, leftover);
  expect(removed[0]).toBe('remotes/toolbox/1.1.0/release.json');
  expect(removed).toHaveLength(await store.list('remotes/toolbox/1.1.0').then((keys) => keys.length));
});

it('removes a partial write of a killed publish, and empty folders', async () => {
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
