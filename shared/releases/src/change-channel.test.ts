import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@solvent/federation/manifest';
import { changeChannel } from './change-channel.ts';
import { openChannel } from './channel.ts';
import { planOf } from './plan.ts';
import { openReleaseStore, sealRelease } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';

const reason = { who: 'ada', why: '' };
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

let root = '';
let store: ReleaseStore;

/** A published release whose files nobody asks for. */
async function publish(about: Pick<Release, 'name' | 'version' | 'shell' | 'remote'>): Promise<void> {
  const build = {
    entry: 'entry.0a1b2c3d4e.js',
    styles: [],
    always: [],
    chunks: {},
    takes: {},
    provides: {},
    fonts: [],
    shared: {},
  };
  const files = [{ path: 'entry.0a1b2c3d4e.js', bytes: 1, brotliBytes: 1, integrity: 'sha256-x' }];
  await sealRelease(store, { ...about, publishedAt: '2026-11-01T00:00:00.000Z', build, files });
}

/** @param path that it owns */
async function publishRemote(name: string, version = '1.0.0-remote01', path = `/${name}`): Promise<void> {
  const paths = [{ path, page: 'list', title: 'A page', tabs: true, session: false, preload: 'no' as const }];
  const remote = { name, version, contract: '^1.0.0', paths, slots: [], searches: [] };
  await publish({ name, version, remote, shell: undefined });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  store = openReleaseStore(join(root, 'store'));
  const shell = { name: 'shell' as const, version: '1.0.0-shell001' };
  await publish({ ...shell, shell: { ...shell, contract: '1.0.0', paths: ['/', '/terms'] }, remote: undefined });
  await changeChannel(store, 'production', [shell], reason);
  for (const name of NAMES) await publishRemote(name);
});

afterEach(() => rm(root, { recursive: true }));

it('lets everybody succeed who promotes at the same moment', async () => {
  const promotions = NAMES.map((name) => changeChannel(store, 'production', [{ name, version: '1.0.0-remote01' }], reason));
  const changed = await Promise.all(promotions);

  expect(changed.map(({ change }) => change)).toEqual(NAMES.map((name) => `${name} 1.0.0-remote01`));
  const channel = openChannel(store, 'production');
  expect(await channel.current()).toBe(1 + NAMES.length);
  const live = await channel.revision(await channel.current());
  expect(live && [...planOf('production', live.document).parts.keys()]).toEqual(['shell', ...NAMES.toSorted()]);
});

it('keeps every revision, and leaves no draft behind', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await changeChannel(store, 'production', [{ name: 'beta', version: '1.0.0-remote01' }], reason);
  expect(await readdir(join(root, 'store/channels/production/revisions'))).toEqual(['1.json', '2.json', '3.json']);
  expect((await readdir(join(root, 'store/channels/production'))).toSorted()).toEqual(['current.json', 'pages', 'revisions']);
});

it('never lets an earlier revision take the place of a later one', async () => {
  const channel = openChannel(store, 'production');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await store.put('channels/production/current.json', '{"revision":1}'); // as a slower maker of revision 1 would
  expect(await channel.settle()).toBe(2);
  expect(await channel.current()).toBe(2);
});

it('makes the pages anew when they would look different', async () => {
  const path = join(root, 'store/channels/production/revisions/1.json');
  const first: { pages: string } = JSON.parse(await readFile(path, 'utf8'));
  await store.put('channels/production/revisions/1.json', JSON.stringify({ ...first, pages: 'of an older way to make pages' }));
  expect(await changeChannel(store, 'production', [], reason)).toEqual({ revision: 2, change: 'pages made anew' });
});

it('serves a channel of another name from its own pins', async () => {
  await expect(changeChannel(store, 'staging', [{ name: 'alpha', version: '1.0.0-remote01' }], reason)).rejects.toThrow(
    'The channel has no shell yet',
  );
});

describe('a change that cannot be', () => {
  const promote = (name: string, version = '1.0.0-remote01') => changeChannel(store, 'production', [{ name, version }], reason);

  it('is refused, also as a canary', async () => {
    await promote('alpha');
    await publishRemote('rival', '1.0.0');
    await promote('rival', '1.0.0');
    await publishRemote('rival', '1.1.0', '/alpha');
    const canary = changeChannel(store, 'production', [{ name: 'rival', version: '1.1.0', percent: 1 }], reason);
    await expect(canary).rejects.toThrow('path: alpha@1.0.0-remote01 owns /alpha and rival@1.1.0 owns /alpha');
  });

  it('shares its paths with the version beside which it is tried', async () => {
    await promote('alpha');
    await publishRemote('alpha', '1.1.0');
    const { change } = await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0', percent: 1 }], reason);
    expect(change).toBe('alpha 1.1.0 in 1 % of browsers');
  });
});

it('falls back to nothing where the version before was cleared away', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await publishRemote('alpha', '1.1.0');
  await store.delete('remotes/alpha/1.0.0-remote01/release.json');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0' }], reason);
  const live = await openChannel(store, 'production').newest();
  expect(live?.document.remotes[0]?.version).toBe('1.1.0');
  expect(live?.document.remotes[0]?.previous).toBeUndefined();
});

it('lets a rollback and a promotion of two teams at the same moment both take effect', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await publishRemote('alpha', '1.1.0');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0' }], reason);
  const rollback = { takeBack: 'alpha', version: '1.1.0' };
  await Promise.all([
    changeChannel(store, 'production', [rollback], reason),
    changeChannel(store, 'production', [{ name: 'beta', version: '1.0.0-remote01' }], reason),
    changeChannel(store, 'production', [rollback], reason),
  ]);
  const live = await openChannel(store, 'production').newest();
  expect(live?.document.revision).toBe(5);
  expect(live?.document.remotes.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'alpha 1.0.0-remote01',
    'beta 1.0.0-remote01',
  ]);
});
