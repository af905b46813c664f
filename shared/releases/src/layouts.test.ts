import { changeChannel } from './change-channel.ts';
import type { Change } from './change.ts';
import { newestGood, openChannel } from './channel.ts';
import { findConflicts } from './conflicts.ts';
import { hashPages } from './read-pages.ts';
import { sealRelease } from './release-store.ts';
import type { ReleaseStore } from './release-store.ts';
import { createRelease } from './testing/create-release.ts';
import { STORES } from './testing/stores.ts';
import type { TestStore } from './testing/stores.ts';

const createOldBuild = (name: string) => ({ entry: 'entry.0a1b2c3d.js', build: { globalName: `solvent_${name}` } });

/** Versions below 2 have the old layout; the contract defaults to the major version. */
const createVersion = (name: string, version: string, contract = version[0] ?? '') =>
  createRelease(name, version, { contract: `${contract}.0.0`, ...(version.startsWith('1.') ? createOldBuild(name) : {}) });

const DEPLOY = '("pnpm delivery deploy" makes all that is built live in one revision).';
const OLD_REMOTE = `toolbox@1.0.0 was built before files were named by their content, and shell@2.0.0 cannot load it: rebuild it and promote that ${DEPLOY}`;
const OLD_SHELL = `shell@1.0.0 was built before files were named by their content, and cannot load toolbox@2.0.0: rebuild it and promote that ${DEPLOY}`;

describe('shell and remote with different layouts', () => {
  it.each([
    ['2.0.0', '1.0.0', OLD_REMOTE],
    ['1.0.0', '2.0.0', OLD_SHELL],
  ])('shell@%s and toolbox@%s: reports the layout instead of the contract', (shell, remote, message) => {
    const conflicts = findConflicts(createVersion('shell', shell), [createVersion('toolbox', remote)]);
    expect(conflicts).toEqual([{ rule: 'contract', between: ['shell', 'toolbox'], message }]);
  });

  it.each(['1.0.0', '2.0.0'])('compares contracts within layout %s', (version) => {
    expect(findConflicts(createVersion('shell', version), [createVersion('toolbox', version)])).toEqual([]);
    const [conflict] = findConflicts(createVersion('shell', version, '3'), [createVersion('toolbox', version)]);
    expect(conflict?.message).toContain(
      `toolbox@${version} needs the shell contract ^${version}, but shell@${version} keeps 3.0.0`,
    );
  });
});

describe('shared libraries of a remote', () => {
  const using = (name: string, shared: Record<string, string>) => createRelease(name, '2.0.0', { build: { shared } });

  it.each([
    ['a version of the range', { react: '19.3.1' }, []],
    ['an older version', { react: '18.2.0' }, ['toolbox@2.0.0 needs react ^19.0.0, but shell@2.0.0 provides 18.2.0']],
    ['none', {}, ['toolbox@2.0.0 needs react ^19.0.0, but shell@2.0.0 provides none']],
  ])('the shell provides %s', (_what, provided, messages) => {
    const conflicts = findConflicts(using('shell', provided), [using('toolbox', { react: '^19.0.0' })]);
    expect(conflicts.map(({ message }) => message.split(':')[0])).toEqual(messages);
  });
});

// The rules do not depend on the store.
describe.each(STORES.slice(0, 1))('channel with both layouts, in %s', (_kind, open) => {
  let opened: TestStore;
  let store: ReleaseStore;
  beforeEach(async () => {
    opened = await open();
    ({ store } = opened);
    for (const version of ['1.0.0', '2.0.0'])
      for (const name of ['shell', 'toolbox', 'auth']) await sealRelease(store, createVersion(name, version));
    await sealRelease(store, createVersion('toolbox', '2.1.0'));
  });
  afterEach(() => opened.close());

  const change = (...changes: Change[]) => changeChannel(store, 'production', changes, { who: 'ada', why: '' });
  const pin = (name: string, version: string, percent?: number): Change => ({ name, version, percent });
  const all = (version: string) => ['shell', 'toolbox', 'auth'].map((name) => pin(name, version));
  const live = async () => (await openChannel(store, 'production').newest())?.document;

  it('pins hashed files without, and old files with their version', async () => {
    await change(...all('1.0.0'));
    expect((await live())?.remotes.map(({ entry }) => entry)).toContain('/remotes/toolbox/1.0.0/entry.0a1b2c3d.js');
    await change(...all('2.0.0'));
    expect((await live())?.remotes.map(({ entry }) => entry)).toContain('/remotes/toolbox/files/entry.0a1b2c3d4e.js');
  });

  it('migrates in one revision, and reports remotes without a fallback', async () => {
    await change(...all('1.0.0'));
    for (const name of ['shell', 'toolbox'])
      await expect(change(pin(name, '2.0.0'))).rejects.toThrow(name === 'shell' ? OLD_REMOTE : OLD_SHELL);
    const { change: description } = await change(...all('2.0.0'));
    expect(description).toBe(
      'shell 1.0.0 → 2.0.0, auth 1.0.0 → 2.0.0, toolbox 1.0.0 → 2.0.0, ' +
        'auth has no fallback, since 1.0.0 cannot run in this shell, toolbox has no fallback, since 1.0.0 cannot run in this shell',
    );
    expect((await live())?.remotes.map(({ previous }) => previous)).toEqual([undefined, undefined]);
  });

  it('rejects the old layout in a promotion, canary or rollback', async () => {
    await change(...all('1.0.0'));
    await change(...all('2.0.0'));
    await expect(change(pin('toolbox', '1.0.0'))).rejects.toThrow(`contract: ${OLD_REMOTE}`);
    await expect(change(pin('toolbox', '1.0.0', 10))).rejects.toThrow(`contract: ${OLD_REMOTE}`);
    await expect(change({ takeBack: 'shell', version: '2.0.0' })).rejects.toThrow(`contract: ${OLD_SHELL}`);
    await expect(change({ takeBack: 'toolbox', version: '2.0.0' })).rejects.toThrow('or cannot run in the live shell');
    await change(pin('toolbox', '2.1.0'));
    expect((await change({ takeBack: 'toolbox', version: '2.1.0' })).change).toBe('toolbox 2.1.0 → 2.0.0');
  });

  it('drops a fallback that needs another contract', async () => {
    await sealRelease(store, createVersion('shell', '3.0.0'));
    await sealRelease(store, createVersion('toolbox', '3.0.0'));
    await change(pin('shell', '2.0.0'), pin('toolbox', '2.0.0'));
    const { change: description } = await change(pin('shell', '3.0.0'), pin('toolbox', '3.0.0'));
    expect(description).toContain('toolbox has no fallback, since 2.0.0 cannot run in this shell');
  });

  it('serves old revisions, which have global names', async () => {
    await change(...all('1.0.0'));
    const made = await openChannel(store, 'production').newest();
    const remotes = made?.document.remotes.map((remote) => ({ ...remote, globalName: `solvent_${remote.name}` })) ?? [];
    const document = { ...made?.document, remotes };
    const html = `<script type="application/json" id="solvent-channel">${JSON.stringify(document)}</script>`;
    const pages = new Map(
      ['index.html', 'terms.html', 'auth.html', 'toolbox.html', 'not-found.html'].map((page) => [page, html]),
    );
    await store.put('channels/production/revisions/1.json', JSON.stringify({ ...made, document, pages: hashPages(pages) }));
    for (const [page] of pages) await store.put(`channels/production/pages/1/${page}`, html);
    expect((await newestGood(store, 'production', 1))?.document).toMatchObject({ revision: 1, remotes });
    expect((await change()).change).toBe('pages rendered again');
  });
});
