import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { buildApi } from '../../testing/server-process.ts';
import type { BuiltApi } from '../../testing/server-process.ts';
import { noise, picture } from '../../testing/uploads.ts';
import { FairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import { createProcessPool } from '../../platform/workers/process-pool.ts';
import { createPictures } from './pictures/pictures.ts';
import type { PictureMaker } from './pictures/pictures.ts';

let built: BuiltApi;
let workers: PictureMaker | undefined;
beforeAll(async () => {
  built = await buildApi();
}, 300_000);
afterEach(async () => {
  await workers?.close();
  workers = undefined;
});
afterAll(() => built.remove());

function start(more: { timeoutMs?: number } = {}): PictureMaker {
  workers = createProcessPool({ concurrency: 2, script: pathToFileURL(join(built.folder, 'picture-worker.js')), ...more });
  return workers;
}

const UNREADABLE = 'This picture cannot be read: it is damaged, or takes too long. Save it again, or make it smaller.';

/** Re-encodes an uploaded picture in a pool. */
function reencode(pool: PictureMaker, content: Buffer) {
  const limiter = new FairSemaphore({
    running: [1, 1],
    waiting: [1, 1],
    rejectionMessage: '',
    retryAfterSeconds: 1,
  });
  const { signal } = new AbortController();
  return createPictures(pool, { quickPictures: limiter, largePictures: limiter }).reencode(
    { id: 'ada', signal },
    async () => content,
  );
}

const CHILDREN = `/proc/${process.pid}/task`;

/** Ids of the child processes of this test. */
const findProcesses = () =>
  readdirSync(CHILDREN)
    .flatMap((thread) => readFileSync(`${CHILDREN}/${thread}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tinypool'))
    .map(Number);

/** CPU time of a process, in hundredths of a second. */
const getCpuTime = (pid: number) => {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  return (user ?? 0) + (system ?? 0);
};

describe('picture workers', () => {
  it('run jobs, and exit on close', async () => {
    const { run, close } = start();
    expect(findProcesses()).toEqual([]);
    const content = await picture('png', 60, 40);
    const results = await Promise.all([
      run({ target: 're-encoded', format: 'png', content }),
      run({ target: 'square', format: 'png', content }),
    ]);
    const sizes = results.map((result) => ('made' in result ? [result.made.width, result.made.height] : result.damaged));
    expect(sizes).toEqual([
      [60, 40],
      [512, 512],
    ]);
    const [first] = results;
    const encoded = first !== undefined && 'made' in first ? first.made.content : new Uint8Array();
    expect(await sharp(encoded).metadata()).toMatchObject({ format: 'png', width: 60 });
    expect(findProcesses()).toHaveLength(2);
    await close();
    expect(findProcesses()).toEqual([]);
  });

  it('report damaged pictures', async () => {
    const content = (await noise('jpeg', 200)).subarray(0, 5000);
    expect(await start().run({ target: 're-encoded', format: 'jpeg', content })).toEqual({ damaged: expect.any(String) });
  });

  it('are killed if a picture takes too long', async () => {
    const large = await noise('webp', 2500);
    await expect(reencode(start({ timeoutMs: 400 }), large)).rejects.toMatchObject({
      statusCode: 422,
      errors: { file: UNREADABLE },
    });
  });

  it('may crash: the picture is rejected, and the next one succeeds', async () => {
    const pool = start();
    const { run } = pool;
    const small = await picture('webp');
    await run({ target: 're-encoded', format: 'webp', content: small });
    const dying = reencode(pool, await noise('webp', 2500)).catch((error: unknown) => error);
    // Kills the process while it works on the picture.
    const [pid = 0] = findProcesses();
    const before = getCpuTime(pid);
    while (getCpuTime(pid) < before + 10) await new Promise(setImmediate);
    process.kill(pid, 'SIGKILL');
    expect(await dying).toMatchObject({ statusCode: 422, errors: { file: UNREADABLE } });
    expect(await run({ target: 're-encoded', format: 'webp', content: small })).toMatchObject({ made: { width: 60 } });
  });

  it('ignore signals, since their server ends them', async () => {
    const { run } = start();
    const small = await picture('webp');
    await run({ target: 're-encoded', format: 'webp', content: small });
    const [pid = 0] = findProcesses();
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    expect(await run({ target: 're-encoded', format: 'webp', content: small })).toMatchObject({ made: { width: 60 } });
    expect(findProcesses()).toEqual([pid]);
  });
});
