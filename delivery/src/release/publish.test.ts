import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changeChannel, openReleaseStore } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { buildRemote, buildShell, makeWorkspace } from '../testing/builds.ts';
import { publish } from './publish.ts';
import { readBuild } from './read-build.ts';

const toolbox = { name: 'toolbox', version: '1.0.0-remote01' };
const reason = { who: 'ada', why: '' };

let root = '';
let store: ReleaseStore;
beforeEach(async () => {
  root = await makeWorkspace();
  store = openReleaseStore(join(root, 'store'));
  await buildShell(root);
  await buildRemote(root, 'toolbox', { page: "localStorage.setItem('solvent.toolbox.view', 'grid');" });
});
afterEach(() => rm(root, { recursive: true }));

const read = (name: string) => readBuild(name, join(root, name === 'shell' ? 'shell/dist' : `mf-${name}/dist`));

/** The store, until so many of one kind of its writes are done: then it is gone. */
function goneAfter(writes: number, kind: 'put' | 'create'): ReleaseStore {
  let left = writes;
  const gone = async () => {
    throw new Error('connect ECONNREFUSED');
  };
  return { ...store, [kind]: (key: string, bytes: string) => (left-- > 0 ? store[kind](key, bytes) : gone()) };
}

it.each([
  [0, 'put'],
  [3, 'put'],
  [0, 'create'],
] as const)(
  'where the store is gone after %i × %s nothing is visible, and publishing again makes it whole',
  async (writes, kind) => {
    const { release: shell } = await publish(store, await read('shell'));
    await changeChannel(store, 'production', [shell], reason);
    await expect(publish(goneAfter(writes, kind), await read('toolbox'))).rejects.toThrow('ECONNREFUSED');
    await expect(changeChannel(store, 'production', [toolbox], reason)).rejects.toThrow(
      'toolbox@1.0.0-remote01 is not published',
    );
    expect((await publish(store, await read('toolbox'))).isNew).toBe(true);
    expect((await changeChannel(store, 'production', [toolbox], reason)).revision).toBe(2);
  },
);

it('lets one of two who publish the same at once make it', async () => {
  const build = await read('toolbox');
  const published = await Promise.all([publish(store, build), publish(store, build)]);
  expect(published.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it('keeps with the release which storage keys are its own', async () => {
  const { release } = await publish(store, await read('toolbox'));
  expect(release.storage).toEqual(['solvent.toolbox.view']);
});
