import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeChannel } from './change-channel.ts';
import { openChannel } from './channel.ts';
import { createPlan } from './plan.ts';
import { openReleaseStore, sealRelease } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';
import { createRelease } from './testing/create-release.ts';

const reason = { who: 'ada', why: '' };
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

let root = '';
let store: ReleaseStore;

const publish = (name: string, version = '1.0.0-remote01', path = `/${name}`) =>
  sealRelease(store, createRelease(name, version, { path }));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  store = openReleaseStore(join(root, 'store'));
  const shell = { name: 'shell', version: '1.0.0-shell001' };
  await publish(shell.name, shell.version);
  await changeChannel(store, 'production', [shell], reason);
  for (const name of NAMES) await publish(name);
});

afterEach(() => rm(root, { recursive: true }));

it('applies all concurrent promotions', async () => {
  const promotions = NAMES.map((name) => changeChannel(store, 'production', [{ name, version: '1.0.0-remote01' }], reason));
  const changed = await Promise.all(promotions);

  expect(changed.map(({ change }) => change)).toEqual(NAMES.map((name) => `${name} 1.0.0-remote01`));
  const channel = openChannel(store, 'production');
  expect(await channel.current()).toBe(1 + NAMES.length);
  const live = await channel.revision(await channel.current());
  expect(live && [...createPlan('production', live.document).parts.keys()]).toEqual(['shell', ...NAMES.toSorted()]);
});

it('keeps every revision, without drafts', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await changeChannel(store, 'production', [{ name: 'beta', version: '1.0.0-remote01' }], reason);
  expect(await readdir(join(root, 'store/channels/production/revisions'))).toEqual(['1.json', '2.json', '3.json']);
  expect((await readdir(join(root, 'store/channels/production'))).toSorted()).toEqual(['current.json', 'pages', 'revisions']);
});

it('never replaces a later revision by an earlier one', async () => {
  const channel = openChannel(store, 'production');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await store.put('channels/production/current.json', '{"revision":1}'); // as a slower writer of revision 1 would
  expect(await channel.settle()).toBe(2);
  expect(await channel.current()).toBe(2);
});

it('renders pages again if they would differ', async () => {
  const path = join(root, 'store/channels/production/revisions/1.json');
  const first: { pages: string } = JSON.parse(await readFile(path, 'utf8'));
  await store.put('channels/production/revisions/1.json', JSON.stringify({ ...first, pages: 'of an older way to make pages' }));
  expect(await changeChannel(store, 'production', [], reason)).toEqual({ revision: 2, change: 'pages rendered again' });
});

it('serves another channel from its own pins', async () => {
  await expect(changeChannel(store, 'staging', [{ name: 'alpha', version: '1.0.0-remote01' }], reason)).rejects.toThrow(
    'The channel has no shell yet',
  );
});

describe('invalid change', () => {
  const promote = (name: string, version = '1.0.0-remote01') => changeChannel(store, 'production', [{ name, version }], reason);

  it('is rejected, also as a canary', async () => {
    await promote('alpha');
    await publish('rival', '1.0.0');
    await promote('rival', '1.0.0');
    await publish('rival', '1.1.0', '/alpha');
    const canary = changeChannel(store, 'production', [{ name: 'rival', version: '1.1.0', percent: 1 }], reason);
    await expect(canary).rejects.toThrow('path: alpha@1.0.0-remote01 owns /alpha and rival@1.1.0 owns /alpha');
  });

  it('may share paths with the live version of the same remote', async () => {
    await promote('alpha');
    await publish('alpha', '1.1.0');
    const { change } = await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0', percent: 1 }], reason);
    expect(change).toBe('alpha 1.1.0 in 1 % of browsers');
  });
});

it('has no fallback if the previous version was deleted', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await publish('alpha', '1.1.0');
  await store.delete('remotes/alpha/1.0.0-remote01/release.json');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0' }], reason);
  const live = await openChannel(store, 'production').newest();
  expect(live?.document.remotes[0]?.version).toBe('1.1.0');
  expect(live?.document.remotes[0]?.previous).toBeUndefined();
});

it('applies a concurrent rollback and promotion of two teams', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await publish('alpha', '1.1.0');
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
