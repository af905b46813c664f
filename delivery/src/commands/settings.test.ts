import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';
import { buildRemote } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench();
});
afterEach(() => bench.remove());

describe('arguments', () => {
  it('are refused where there are more than the command uses, or an option is repeated or has no value', async () => {
    for (const command of [
      ['promote', 'toolbox@1.0.0-remote01', 'auth@1.0.0'],
      ['rollback', 'toolbox', 'auth'],
      ['publish', 'toolbox', 'auth'],
      ['status', 'staging'],
      ['gc', '7'],
    ]) {
      expect(await bench.run(...command)).toEqual({
        code: 1,
        output: `"${command.at(-1)}" is one argument too many.\nSee "pnpm delivery help ${command[0]}".\n`,
      });
    }
    expect(await bench.run('promote', 'toolbox@1.0.0', '--percent', '10', '--percent=50')).toEqual({
      code: 1,
      output: '"--percent" is given twice.\nSee "pnpm delivery help promote".\n',
    });
    // Otherwise this would roll back production.
    const output = await bench.refused('rollback', 'toolbox', '--why', '--channel=staging');
    expect(output).toContain("Option '--why' argument is ambiguous.");
    expect(output).toContain('See "pnpm delivery help rollback".');
  });

  it('name channels and versions that are safe as folders', async () => {
    for (const channel of ['../../elsewhere', 'team/staging', '__proto__', 'Production', '']) {
      expect(await bench.run('deploy', '--channel', channel)).toEqual({
        code: 1,
        output: `"${channel}" is no name of a channel: write it in lower-case letters, digits and dashes.\n`,
      });
    }
    for (const version of ['v5', '1.0', '1.0.0+build', '../../../1.0.0', '1.0.0/../x']) {
      await buildRemote(bench.root, 'toolbox', { version });
      expect(await bench.run('publish', 'toolbox')).toEqual({
        code: 1,
        output: `"${version}" is no version of toolbox: write it in package.json as 1.2.3, and build again.\n`,
      });
    }
  });
});

describe('the target of a command', () => {
  it('is printed first, separate from the output, and not by help', async () => {
    await bench.run('status', '--channel', 'staging');
    expect(bench.target()).toBe(`Releases: ${bench.stored('')}; channel: staging; settings: the environment\n`);
    await bench.run('help');
    expect(bench.target()).toBe('');
  });

  it('is not a folder of this workspace in production', async () => {
    for (const env of [{}, { DATA_DIR: '.data' }, { RELEASES_DIR: 'releases' }]) {
      Object.assign(bench.env, { NODE_ENV: 'production', DATA_DIR: '', RELEASES_DIR: '', ...env });
      expect(await bench.refused('status')).toMatch(/^NODE_ENV is production, so releases are in a bucket .*: set DATA_DIR, /);
    }
    Object.assign(bench.env, { DATA_DIR: join(bench.root, '.data'), RELEASES_DIR: '' });
    expect(await bench.done('status')).toContain('production, revision 1,');
  });
});

describe('settings of the store', () => {
  /** Single line of a command that cannot run. */
  async function refusal(...args: string[]): Promise<string> {
    const output = await bench.refused(...args);
    expect(output.trimEnd()).not.toContain('\n');
    return output;
  }

  describe('a missing folder of releases', () => {
    it.each([['status'], ['history'], ['gc'], ['rollback', 'toolbox'], ['promote', 'toolbox@1.0.0-remote01']])(
      'is said by %s, and not made',
      async (...command) => {
        const folder = join(bench.root, 'srv/relaeses');
        bench.env['RELEASES_DIR'] = folder;
        expect(await refusal(...command)).toBe(
          `The release store ${folder} does not exist: correct RELEASES_DIR, or create it with "pnpm delivery deploy".\n`,
        );
        expect(existsSync(join(bench.root, 'srv'))).toBe(false);
      },
    );

    it('is created by deploy, relative to the workspace', async () => {
      bench.env['RELEASES_DIR'] = 'srv/releases';
      expect(await bench.run('deploy')).toMatchObject({ code: 0 });
      expect(existsSync(join(bench.root, 'srv/releases/channels/production/current.json'))).toBe(true);
      expect(await bench.run('status')).toMatchObject({ code: 0 });
    });
  });

  it('reports a file instead of the folder, and keeps it', async () => {
    await mkdir(join(bench.root, 'srv'));
    bench.env['RELEASES_DIR'] = join(bench.root, 'srv/releases');
    await writeFile(bench.env['RELEASES_DIR'], 'mine');
    expect(await refusal('deploy')).toBe(
      `The release store ${bench.env['RELEASES_DIR']} is not a folder: correct RELEASES_DIR.\n`,
    );
  });

  it('a folder and a bucket at once are refused', async () => {
    bench.env['RELEASES_DIR'] = 'releases';
    bench.env['RELEASES_URL'] = 's3://key:hunter2@s3.example/releases';
    expect(await refusal('deploy')).toBe(
      'Releases are in one place: set RELEASES_URL (a bucket) or RELEASES_DIR (a folder), not both.\n',
    );
  });

  describe('a bucket of releases', () => {
    let bucket: TestBucket;
    beforeEach(async () => {
      bucket = await openTestBucket({ name: 'releases' });
    });
    afterEach(() => bucket.close());

    it.each([
      ['that is not there', (url: string) => url.replace('/releases', '/gone'), 'the bucket gone does not exist: create it'],
      ['that takes another key', (url: string) => url.replace('//S3RVER:', '//hunter2:'), 'it rejects the key and secret'],
    ])('is reported by status and by deploy: %s', async (_what, change, reason) => {
      bench.env['RELEASES_URL'] = change(bucket.url);
      for (const command of ['status', 'deploy']) {
        const message = await refusal(command);
        expect(message).toMatch(/^RELEASES_URL names a store at http:\/\/127\.0\.0\.1:\d+, but /);
        expect(message).toContain(reason);
        expect(message).not.toMatch(/hunter2|S3RVER/);
      }
    });

    it('reports an unavailable store', async () => {
      bench.env['RELEASES_URL'] = bucket.url;
      await bucket.takeAway();
      expect(await refusal('deploy')).toMatch(/but it cannot be reached \(\w+\): start the store, or correct the address\.\n$/);
    });

    it('gives up a store that accepts a connection and does not respond', async () => {
      const silent = createServer((socket) => socket.on('error', () => undefined));
      await new Promise<void>((resolve) => {
        silent.listen(0, '127.0.0.1', resolve);
      });
      const address = silent.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      bench.env['RELEASES_URL'] = bucket.url.replace(/:\d+\//, `:${port}/`);
      expect(await refusal('status')).toMatch(/but it does not respond: check the store, or correct the address\.\n$/);
      silent.close();
    });
  });
});

describe('a store that was edited by hand', () => {
  const OLD = '1.0.0-remote01';
  const NEW = '1.1.0-remote02';

  beforeEach(async () => {
    await buildRemote(bench.root, 'toolbox', { version: NEW });
    await bench.run('publish', 'toolbox');
    await bench.run('promote', `toolbox@${NEW}`);
  });

  const POINTER = 'channels/production/current.json';
  const REVISION = 'channels/production/revisions/2.json';
  const PAGE = 'channels/production/pages/2/terms.html';

  async function edit(key: string, change: (text: string) => string): Promise<void> {
    await writeFile(bench.stored(key), change(await readFile(bench.stored(key), 'utf8')));
  }

  const promoteAgain = () => bench.run('promote', `toolbox@${NEW}`);

  it.each([
    ['names no number', '{"revision":"two"}', `${POINTER} names no revision.`],
    ['is no JSON', 'revision: two', `${POINTER} names no revision.`],
    ['names a missing revision', '{"revision":99999999}', 'Revision 99999999 or its pages are not as they were made'],
  ])('a pointer that %s: status reports it, and the next change repairs it', async (_what, text, message) => {
    await edit(POINTER, () => text);
    const output = await bench.done('status');
    expect(output).toContain('production, revision 2,');
    expect(output).toContain(message);
    expect(output).toContain('The last good one is served: any promotion makes a new one.');
    await bench.run('overrides', 'versions', 'off');
    expect(await bench.readStored(POINTER)).toEqual({ revision: 3 });
    expect((await bench.run('status')).output).not.toContain('The last good one');
  });

  it('a page with a script in it: status reports it, and promoting the live version renders the pages again', async () => {
    await edit(PAGE, (text) => `${text}<script src="https://evil.example"></script>`);
    const { output } = await bench.run('status');
    expect(output).toContain('production, revision 1,');
    expect(output).toContain('Revision 2 or its pages are not as they were made');
    expect((await promoteAgain()).output).toContain('Revision 3 of production is live: pages rendered again.');
    expect((await bench.run('status')).output).toContain(`toolbox    ${NEW}   before it ${OLD}`);
    expect((await promoteAgain()).output).toBe(`toolbox@${NEW} is live already (revision 3).\n`);
  });

  it('a revision with forged overrides: the next change does not copy them', async () => {
    await edit(REVISION, (text) => text.replace('"http://localhost"', '"https://evil.example"'));
    expect((await bench.run('status')).output).not.toContain('evil.example');
    await promoteAgain();
    const { output } = await bench.run('status');
    expect(output).toContain('production, revision 3,');
    expect(output).toContain(`toolbox    ${NEW}`);
    expect(output).toContain('overrides  http://localhost, published versions');
  });

  it('a revision whose entry is on another machine: the next one names the release’s own', async () => {
    await edit(REVISION, (text) => text.replaceAll('"/remotes/toolbox/', '"https://evil.example/../'));
    await promoteAgain();
    expect(await readFile(bench.stored('channels/production/revisions/3.json'), 'utf8')).not.toContain('evil.example');
  });

  it('reports an empty release description, with what to do', async () => {
    const key = `remotes/toolbox/${OLD}/release.json`;
    await edit(key, () => '{}');
    const output = await bench.refused('promote', `toolbox@${OLD}`);
    expect(output).toMatch(
      /^remotes\/toolbox\/1\.0\.0-remote01\/release\.json in the release store is not a valid release \(.+\): /,
    );
    expect(output).toContain('Put it back from a copy of the store');
  });
});
