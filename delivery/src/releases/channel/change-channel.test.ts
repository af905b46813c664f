import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publish } from '../../release/publish.ts';
import { readBuild } from '../../release/read-build.ts';
import { openReleaseStore } from '../store/release-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { buildRemote, buildShell, makeWorkspace } from '../../testing/builds.ts';
import type { RemoteOptions } from '../../testing/builds.ts';
import { changeChannel } from './change-channel.ts';
import { planOf } from './plan.ts';
import { openChannel } from './channel-store.ts';

const reason = { who: 'ada', why: '' };
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

let root = '';
let store: ReleaseStore;

beforeEach(async () => {
  root = await makeWorkspace();
  store = openReleaseStore(join(root, 'store'));
  await buildShell(root);
  const shell = await publish(store, await readBuild('shell', join(root, 'shell/dist')));
  await changeChannel(store, 'production', [shell.release], reason);
  for (const name of NAMES) {
    await buildRemote(root, name);
    await publish(store, await readBuild(name, join(root, `mf-${name}/dist`)));
  }
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
  await store.replace('channels/production/current.json', '{"revision":1}'); // as a slower maker of revision 1 would
  expect(await channel.settle()).toBe(2);
  expect(await channel.current()).toBe(2);
});

it('makes the pages anew when they would look different', async () => {
  const path = join(root, 'store/channels/production/revisions/1.json');
  const first: { pages: string } = JSON.parse(await readFile(path, 'utf8'));
  await store.replace(
    'channels/production/revisions/1.json',
    JSON.stringify({ ...first, pages: 'of an older way to make pages' }),
  );
  expect(await changeChannel(store, 'production', [], reason)).toEqual({ revision: 2, change: 'pages made anew' });
});

it('serves a channel of another name from its own pins', async () => {
  await expect(changeChannel(store, 'staging', [{ name: 'alpha', version: '1.0.0-remote01' }], reason)).rejects.toThrow(
    'The channel has no shell yet',
  );
});

describe('a change that cannot be', () => {
  const promote = (name: string, version = '1.0.0-remote01') => changeChannel(store, 'production', [{ name, version }], reason);

  async function publishRival(options: RemoteOptions): Promise<void> {
    await buildRemote(root, 'rival', { paths: [{ path: '/alpha', chunk: 'list' }], ...options });
    await publish(store, await readBuild('rival', join(root, 'mf-rival/dist')));
  }

  it('is refused, also as a canary', async () => {
    await promote('alpha');
    await publishRival({ version: '1.0.0', paths: [{ path: '/rival', chunk: 'list' }] });
    await promote('rival', '1.0.0');
    await publishRival({ version: '1.1.0' });
    const canary = changeChannel(store, 'production', [{ name: 'rival', version: '1.1.0', percent: 1 }], reason);
    await expect(canary).rejects.toThrow('path: alpha@1.0.0-remote01 owns /alpha and rival@1.1.0 owns /alpha');
  });

  it('shares its paths with the version beside which it is tried', async () => {
    await promote('alpha');
    await buildRemote(root, 'alpha', { version: '1.1.0' });
    await publish(store, await readBuild('alpha', join(root, 'mf-alpha/dist')));
    const { change } = await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0', percent: 1 }], reason);
    expect(change).toBe('alpha 1.1.0 in 1 % of browsers');
  });
});

it('falls back to nothing where the version before was cleared away', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await buildRemote(root, 'alpha', { version: '1.1.0' });
  await publish(store, await readBuild('alpha', join(root, 'mf-alpha/dist')));
  await store.remove('remotes/alpha/1.0.0-remote01/release.json');
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.1.0' }], reason);
  const live = await openChannel(store, 'production').newest();
  expect(live?.document.remotes[0]?.version).toBe('1.1.0');
  expect(live?.document.remotes[0]?.previous).toBeUndefined();
});

it('lets a rollback and a promotion of two teams at the same moment both take effect', async () => {
  await changeChannel(store, 'production', [{ name: 'alpha', version: '1.0.0-remote01' }], reason);
  await buildRemote(root, 'alpha', { version: '1.1.0' });
  await publish(store, await readBuild('alpha', join(root, 'mf-alpha/dist')));
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
