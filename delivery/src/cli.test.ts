import { chown, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { currentSchema, revisionSchema } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { buildRemote, buildShell, findBuiltFile } from './testing/builds.ts';
import { openWorkbench } from './testing/workbench.ts';
import type { Workbench } from './testing/workbench.ts';

let bench: Workbench;
let root = '';
/** Output of the last command. */
let output = '';

beforeEach(async () => {
  bench = await openWorkbench();
  ({ root } = bench);
});
afterEach(() => bench.remove());

/** @returns the command's exit code */
async function delivery(...args: string[]): Promise<number> {
  const ended = await bench.run(...args);
  ({ output } = ended);
  return ended.code;
}
const getEntry = (name: string) => findBuiltFile(root, name, 'remoteEntry.js');

async function liveDocument(channel: string): Promise<ChannelDocument> {
  const { revision } = currentSchema.validateSync(await bench.readStored(`channels/${channel}/current.json`));
  return revisionSchema.validateSync(await bench.readStored(`channels/${channel}/revisions/${revision}.json`)).document;
}

describe('as root in production', () => {
  it("reads, and refuses to write to, another user's store", async () => {
    await buildShell(root);
    const store = join(root, '.data/releases');
    bench.env['RELEASES_DIR'] = store;
    await delivery('deploy');
    bench.env['NODE_ENV'] = 'production';
    // Only root can change owners; for other users this user is the other one.
    if (process.getuid?.() === 0) await chown(store, 12_345, 12_345);
    else jest.spyOn(process, 'getuid').mockReturnValue(0);
    expect(await bench.refused('toolbox', 'open')).toContain(`, the owner of ${store}: sudo -u `);
    await bench.done('status');
  });
});

describe('deploy', () => {
  beforeEach(async () => {
    await buildShell(root);
    await buildRemote(root, 'toolbox');
  });

  it('makes everything that is built live in one revision', async () => {
    expect(await delivery('deploy')).toBe(0);
    expect(output).toContain('Revision 1 of production is live: shell 1.0.0-shell001, toolbox 1.0.0-remote01, ');
    expect(await bench.readStored('channels/production/current.json')).toEqual({ revision: 1 });
    expect(await bench.readStored('channels/production/revisions/1.json')).toMatchObject({
      who: 'ada',
      document: { remotes: [{ name: 'toolbox', entry: `/remotes/toolbox/files/${getEntry('toolbox')}` }] },
    });
  });

  it('finishes a revision whose command ended before its pages were complete', async () => {
    await delivery('deploy');
    await rm(bench.stored('channels/production/pages/1/not-found.html'));
    await rm(bench.stored('channels/production/current.json'));
    expect(await delivery('deploy')).toBe(0);
    expect(await bench.readStored('channels/production/current.json')).toEqual({ revision: 1 });
    expect(bench.has('channels/production/pages/1/not-found.html')).toBe(true);
  });

  it('states what to do without a build', async () => {
    await rm(join(root, 'shell'), { recursive: true });
    await rm(join(root, 'mf-toolbox'), { recursive: true });
    expect(await delivery('deploy')).toBe(1);
    expect(output).toBe('Nothing is built yet: run "pnpm build" first.\n');
  });
});

describe('publish', () => {
  beforeEach(() => buildRemote(root, 'toolbox'));

  it('stores every file as it is, in brotli and in gzip', async () => {
    expect(await delivery('publish', 'toolbox')).toBe(0);
    const plain = await readFile(join(root, 'mf-toolbox/dist', getEntry('toolbox')));
    const key = bench.stored(`remotes/toolbox/files/${getEntry('toolbox')}`);
    expect(await readFile(key)).toEqual(plain);
    expect(brotliDecompressSync(await readFile(`${key}.br`))).toEqual(plain);
    expect(gunzipSync(await readFile(`${key}.gz`))).toEqual(plain);
  });

  it('refuses the same version with other bytes, and keeps the first ones', async () => {
    await delivery('publish', 'toolbox');
    const before = getEntry('toolbox');
    await buildRemote(root, 'toolbox', { text: 'changed' });
    expect(await delivery('publish', 'toolbox')).toBe(1);
    expect(output).toContain('toolbox@1.0.0-remote01 is published with other bytes');
    expect(getEntry('toolbox')).not.toBe(before);
    expect(await readdir(bench.stored('remotes/toolbox/files'))).toContain(before);
    expect(await readdir(bench.stored('remotes/toolbox/files'))).not.toContain(getEntry('toolbox'));
  });
});

describe('promote', () => {
  beforeEach(async () => {
    await buildShell(root);
    await buildRemote(root, 'toolbox');
    await delivery('deploy');
  });

  it('makes a published version live, with the reason', async () => {
    await buildRemote(root, 'toolbox', { version: '1.1.0-remote02' });
    await delivery('publish', 'toolbox');
    expect(await delivery('promote', 'toolbox@1.1.0-remote02', '--why', 'Ratings')).toBe(0);
    expect(output).toContain('Revision 2 of production is live: toolbox 1.0.0-remote01 → 1.1.0-remote02.');
    expect(await bench.readStored('channels/production/revisions/2.json')).toMatchObject({ why: 'Ratings', who: 'ada' });
    expect(await delivery('status')).toBe(0);
    expect(output).toMatch(
      /production, revision 2, by ada at .+: Ratings\n {2}shell {6}1.0.0-shell001\n {2}toolbox {4}1.1.0-remote02 /,
    );
  });
});

describe('toolbox', () => {
  beforeEach(async () => {
    await buildShell(root);
    await buildRemote(root, 'toolbox');
    await delivery('deploy');
  });

  const getPage = (revision: number) => readFile(bench.stored(`channels/production/pages/${revision}/toolbox.html`), 'utf8');

  it('opens it in a revision of its own, with the reason, keeps it over promotions, and closes it again', async () => {
    expect(await delivery('toolbox', 'open', '--why', 'It is ready')).toBe(0);
    expect(output).toContain('Revision 2 of production is live: the Toolbox opened.');
    expect(await bench.readStored('channels/production/revisions/2.json')).toMatchObject({ why: 'It is ready', who: 'ada' });
    expect((await liveDocument('production')).toolboxOpen).toBe(true);
    expect(await getPage(1)).toContain('"toolboxOpen":false');
    expect(await getPage(2)).toContain('"toolboxOpen":true');
    await buildRemote(root, 'toolbox', { version: '1.1.0-remote02' });
    await delivery('deploy', 'toolbox');
    expect(await liveDocument('production')).toMatchObject({ revision: 3, toolboxOpen: true });
    expect(await delivery('toolbox', 'close')).toBe(0);
    expect(output).toContain('Revision 4 of production is live: the Toolbox closed.');
    expect((await liveDocument('production')).toolboxOpen).toBe(false);
  });

  it('changes nothing the second time, and status shows its state', async () => {
    await delivery('toolbox', 'close');
    expect(output).toContain('The Toolbox of production is closed already (revision 1).');
    await delivery('status');
    expect(output).toContain('The Toolbox is closed: its entry in the menu says that it comes soon.');
    await delivery('toolbox', 'open');
    await delivery('toolbox', 'open');
    expect(output).toContain('The Toolbox of production is open already (revision 2).');
    await delivery('status');
    expect(output).toContain('The Toolbox is open: its entry in the menu leads to /toolbox.');
  });
});

describe('dev', () => {
  beforeEach(async () => {
    await buildShell(root);
    await buildRemote(root, 'toolbox');
    await buildRemote(root, 'auth');
  });

  it('uses the dev servers of the named remotes and the builds of the rest, in a channel of its own', async () => {
    expect(await delivery('dev', 'shell=http://localhost:3010', 'toolbox=http://localhost:3003')).toBe(0);
    const [auth, toolbox] = (await liveDocument('development')).remotes;
    expect(auth?.entry).toBe(`/remotes/auth/files/${getEntry('auth')}`);
    expect(toolbox).toMatchObject({
      entry: 'http://localhost:3003/remoteEntry.js',
      integrity: '',
    });
    const page = await readFile(bench.stored('channels/development/pages/1/toolbox.html'), 'utf8');
    expect(page).toContain('src="http://localhost:3010/main.js"');
    expect(page).not.toContain('rel="preload"');
    expect(bench.has('channels/production')).toBe(false);
  });

  it('has the Toolbox as open as it is in production', async () => {
    await delivery('deploy');
    await delivery('toolbox', 'open');
    await delivery('dev', 'toolbox=http://localhost:3003');
    expect((await liveDocument('development')).toolboxOpen).toBe(true);
    expect(await delivery('toolbox', 'close', '--channel', 'development')).toBe(1);
    expect(output).toContain('The development channel has the Toolbox as open as production');
  });

  it('rejects an address that is no dev server', async () => {
    expect(await delivery('dev', 'toolbox')).toBe(1);
    expect(output).toContain('"toolbox" names no dev server: write it as <name>=<origin>');
  });
});

it('prints its usage for an unknown command', async () => {
  expect(await delivery('launch')).toBe(1);
  expect(output).toContain('There is no command "launch".\n\nUsage: pnpm delivery <command>');
});

it('names an unknown option, and where to look', async () => {
  expect(await delivery('promote', 'toolbox@1.0.0', '--percentage', '5')).toBe(1);
  expect(output).toContain("Unknown option '--percentage'");
  expect(output).toContain('See "pnpm delivery help promote".');
});
