import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench();
});
afterEach(() => bench.remove());

/** What a command says that cannot do anything: one line. */
async function refusal(...args: string[]): Promise<string> {
  const { code, output } = await bench.run(...args);
  expect(code).toBe(1);
  expect(output.trimEnd()).not.toContain('\n');
  return output;
}

describe('a folder of releases that is not there', () => {
  it.each([['status'], ['history'], ['gc'], ['rollback', 'toolbox'], ['promote', 'toolbox@1.0.0-remote01']])(
    'is said by %s, and not made',
    async (...command) => {
      const folder = join(bench.root, 'srv/relaeses');
      bench.env['RELEASES_DIR'] = folder;
      expect(await refusal(...command)).toBe(
        `The release store ${folder} is not there: correct RELEASES_DIR, or let "pnpm delivery deploy" make it.\n`,
      );
      expect(existsSync(join(bench.root, 'srv'))).toBe(false);
    },
  );

  it('is made by deploy, from the folder of the workspace on', async () => {
    bench.env['RELEASES_DIR'] = 'srv/releases';
    expect(await bench.run('deploy')).toMatchObject({ code: 0 });
    expect(existsSync(join(bench.root, 'srv/releases/channels/production/current.json'))).toBe(true);
    expect(await bench.run('status')).toMatchObject({ code: 0 });
  });
});

it('a file in the place of the folder is said, and stays', async () => {
  await mkdir(join(bench.root, 'srv'));
  bench.env['RELEASES_DIR'] = join(bench.root, 'srv/releases');
  await writeFile(bench.env['RELEASES_DIR'], 'mine');
  expect(await refusal('deploy')).toBe(`The release store ${bench.env['RELEASES_DIR']} is no folder: correct RELEASES_DIR.\n`);
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
    ['that is not there', (url: string) => url.replace('/releases', '/gone'), 'there is no bucket called gone: make it'],
    [
      'that takes another key',
      (url: string) => url.replace('//S3RVER:', '//hunter2:'),
      'it does not take the key and the secret',
    ],
  ])('%s is said by status and by deploy', async (_what, change, reason) => {
    bench.env['RELEASES_URL'] = change(bucket.url);
    for (const command of ['status', 'deploy']) {
      const said = await refusal(command);
      expect(said).toMatch(/^RELEASES_URL names a store at http:\/\/127\.0\.0\.1:\d+, but /);
      expect(said).toContain(reason);
      expect(said).not.toMatch(/hunter2|S3RVER/);
    }
  });

  it('whose store is gone is said', async () => {
    bench.env['RELEASES_URL'] = bucket.url;
    await bucket.takeAway();
    expect(await refusal('deploy')).toMatch(/but it cannot be reached \(\w+\): start the store, or correct the address\.\n$/);
  });

  it('whose store takes a connection and says nothing is given up', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    bench.env['RELEASES_URL'] = bucket.url.replace(/:\d+\//, `:${port}/`);
    expect(await refusal('status')).toMatch(/but it does not answer: see to the store, or correct the address\.\n$/);
    silent.close();
  });
});
