import { readFile } from 'node:fs/promises';
import { buildRemote, buildShell } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

describe('names of singletons', () => {
  const BEFORE = { '@solvent/ui': ['Button'] };
  const AFTER = { '@solvent/ui': ['Button', 'confirm'] };
  const REFUSED =
    'toolbox@2.0.0 uses confirm of @solvent/ui, which shell@1.0.0 does not export: publish and promote a shell that does first, ' +
    'or put a version of toolbox that does without live ("pnpm delivery rollback toolbox" goes back to the one before).';

  let bench: Workbench;
  let done: Workbench['done'];
  let refused: Workbench['refused'];
  beforeEach(async () => {
    bench = await openWorkbench();
    ({ done, refused } = bench);
    await shell('1.0.0', BEFORE);
    await toolbox('1.0.0', BEFORE);
    await bench.run('deploy');
  });
  afterEach(() => bench.remove());

  type Names = Record<string, string[]> | null;
  const shell = (version: string, names: Names) => buildShell(bench.root, { version, names });
  const toolbox = (version: string, names: Names) => buildRemote(bench.root, 'toolbox', { version, names });

  /** Into the store without being held against production. */
  const store = (name: string) => bench.run('publish', name, '--channel', 'empty');

  describe('a remote that uses a name which the live shell does not export', () => {
    beforeEach(() => toolbox('2.0.0', AFTER));

    it('is not published, promoted (also not as a canary) or deployed, with what to do', async () => {
      for (const command of ['check', 'publish']) expect(await refused(command, 'toolbox')).toContain(REFUSED);
      expect(bench.has('remotes/toolbox/2.0.0')).toBe(false);
      await store('toolbox');
      expect(await refused('promote', 'toolbox@2.0.0')).toBe(`singleton: ${REFUSED}\n`);
      expect(await refused('promote', 'toolbox@2.0.0', '--percent', '1')).toBe(`singleton: ${REFUSED}\n`);
      expect(await refused('deploy', 'toolbox')).toContain(`singleton: ${REFUSED}\n`);
      expect(await done('status')).toContain('toolbox    1.0.0');
    });

    it('is promoted once a shell that exports it is live, and goes live together with one', async () => {
      await shell('2.0.0', AFTER);
      await done('publish', 'shell');
      await done('promote', 'shell@2.0.0');
      await done('publish', 'toolbox');
      await done('promote', 'toolbox@2.0.0');
      await toolbox('3.0.0', { '@solvent/ui/overlays': ['Modal'] });
      await shell('3.0.0', { ...AFTER, '@solvent/ui/overlays': ['Modal'] });
      expect(await done('deploy', 'shell', 'toolbox')).toContain('shell 2.0.0 → 3.0.0, toolbox 2.0.0 → 3.0.0');
    });
  });

  it('reports each singleton that lacks names, with all names', async () => {
    await toolbox('2.0.0', { '@solvent/ui': ['Button', 'ask', 'confirm'], '@solvent/push': ['subscribe'] });
    const output = await refused('check', 'toolbox');
    expect(output).toContain('toolbox@2.0.0 uses ask, confirm of @solvent/ui, which shell@1.0.0 does not export');
    expect(output).toContain('toolbox@2.0.0 uses subscribe of @solvent/push, which shell@1.0.0 does not export');
  });

  describe('a shell that lacks a name', () => {
    beforeEach(async () => {
      await shell('2.0.0', AFTER);
      await toolbox('2.0.0', AFTER);
      await done('deploy', 'shell');
    });

    it('is no target of rollback while a live remote uses it, and is one after the remote was rolled back', async () => {
      await done('deploy', 'toolbox');
      expect(await refused('rollback', 'shell')).toBe(`singleton: ${REFUSED}\n`);
      expect(await refused('promote', 'shell@1.0.0')).toBe(`singleton: ${REFUSED}\n`);
      await shell('1.0.0', BEFORE);
      expect(await refused('deploy', 'shell')).toBe(`singleton: ${REFUSED}\n`);
      expect(await refused('check', 'shell')).toContain(REFUSED);
      await done('rollback', 'toolbox');
      await done('rollback', 'shell');
    });

    it('is no target of rollback while a canary uses it, and is one after the canary was stopped', async () => {
      await store('toolbox');
      await done('promote', 'toolbox@2.0.0', '--percent', '1');
      expect(await refused('rollback', 'shell')).toBe(`singleton: ${REFUSED}\n`);
      await done('promote', 'toolbox@2.0.0', '--percent', '0');
      await done('rollback', 'shell');
    });

    it('is a target of rollback if only a fallback uses it: the fallback is dropped, and rollback reports it', async () => {
      await done('deploy', 'toolbox');
      await toolbox('3.0.0', BEFORE);
      await done('deploy', 'toolbox');
      const output = await done('rollback', 'shell');
      expect(output).toContain('toolbox has no fallback, since 2.0.0 cannot run in this shell');
      const revision = await bench.readStored(`channels/production/revisions/${/Revision (\d+)/.exec(output)?.[1]}.json`);
      expect(revision).toHaveProperty('document.remotes.0.version', '3.0.0');
      expect(revision).not.toHaveProperty('document.remotes.0.previous');
    });
  });

  it('a remote that goes live with a shell falls back to no version that cannot run in it', async () => {
    await shell('2.0.0', { '@solvent/ui': ['confirm'] });
    await toolbox('2.0.0', { '@solvent/ui': ['confirm'] });
    await done('deploy');
    expect(await bench.readStored('channels/production/revisions/2.json')).not.toHaveProperty('document.remotes.0.previous');
    await shell('3.0.0', { '@solvent/ui': ['confirm'] });
    await done('deploy', 'shell');
  });

  it('a build without a list of names is not rejected for names, and check reports it', async () => {
    const notCompared = (title: string) =>
      `  Not compared by names of singletons, since built before builds listed them: ${title}.\n`;
    await shell('0.9.0', null);
    await toolbox('0.9.0', null);
    await done('deploy', '--channel', 'staging');
    await toolbox('2.0.0', AFTER);
    expect(await done('check', 'toolbox', '--channel', 'staging')).toContain(notCompared('shell@0.9.0'));
    await shell('2.0.0', {});
    expect(await done('check', 'shell', '--channel', 'staging')).toContain(notCompared('toolbox@0.9.0'));
    await done('deploy', 'shell', '--channel', 'staging');
    await toolbox('1.0.1', null);
    expect(await done('check', 'toolbox', '--channel', 'staging')).toContain(notCompared('toolbox@1.0.1'));
    await shell('1.0.1', AFTER);
    expect(await done('check', 'shell')).not.toContain('Not compared');
  });

  it('names are not sent to browsers: neither the channel document nor a page contains them', async () => {
    const page = await readFile(bench.stored('channels/production/pages/1/toolbox.html'), 'utf8');
    expect(page).toContain('"toolbox"');
    expect(page).not.toContain('@solvent/ui');
    expect(JSON.stringify(await bench.readStored('channels/production/revisions/1.json'))).not.toContain('@solvent/ui');
  });
});
