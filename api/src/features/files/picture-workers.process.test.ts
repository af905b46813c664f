import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { buildApi } from '../../testing/server-process.ts';
import type { BuiltApi } from '../../testing/server-process.ts';
import { noise, picture } from '../../testing/uploads.ts';
import { createPictureWorkers } from './pictures/pictures.ts';
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
  workers = createPictureWorkers({ concurrency: 2, script: pathToFileURL(join(built.folder, 'picture-worker.js')), ...more });
  return workers;
}

const UNREADABLE = 'This picture cannot be read: it is damaged, or takes too long. Save it again, or make it smaller.';

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
    const { make, close } = start();
    expect(findProcesses()).toEqual([]);
    const content = await picture('png', 60, 40);
    const results = await Promise.all([
      make({ target: 're-encoded', format: 'png', content }),
      make({ target: 'square', format: 'png', content }),
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
    expect(await start().make({ target: 're-encoded', format: 'jpeg', content })).toEqual({ damaged: expect.any(String) });
  });

  it('are killed if a picture takes too long', async () => {
    const large = await noise('webp', 2500);
    const { make } = start({ timeoutMs: 400 });
    await expect(make({ target: 're-encoded', format: 'webp', content: large })).rejects.toMatchObject({
      statusCode: 422,
      errors: { file: UNREADABLE },
    });
  });

  it('may crash: the picture is rejected, and the next one succeeds', async () => {
    const { make } = start();
    const small = await picture('webp');
    await make({ target: 're-encoded', format: 'webp', content: small });
    const large = await noise('webp', 2500);
    const dying = make({ target: 're-encoded', format: 'webp', content: large }).catch((error: unknown) => error);
    // Kills the process while it works on the picture.
    const [pid = 0] = findProcesses();
    const before = getCpuTime(pid);
    while (getCpuTime(pid) < before + 10) await new Promise(setImmediate);
    process.kill(pid, 'SIGKILL');
    expect(await dying).toMatchObject({ statusCode: 422, errors: { file: UNREADABLE } });
    expect(await make({ target: 're-encoded', format: 'webp', content: small })).toMatchObject({ made: { width: 60 } });
  });

  it('ignore signals, since their server ends them', async () => {
    const { make } = start();
    const small = await picture('webp');
    await make({ target: 're-encoded', format: 'webp', content: small });
    const [pid = 0] = findProcesses();
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    expect(await make({ target: 're-encoded', format: 'webp', content: small })).toMatchObject({ made: { width: 60 } });
    expect(findProcesses()).toEqual([pid]);
  });
});
