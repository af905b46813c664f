import { once } from 'node:events';
import { jest } from '@jest/globals';
import { files, modules } from '../../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { buildRawZip } from '../../../testing/archives.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { startPost, nextRequest, waitForStatus } from '../../../testing/slow-posts.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildForm } from '../../../testing/uploads.ts';
import { INCOMING_MODULES } from './form.ts';
import { GOOD_TEXTS, publish, listStoredFiles, textParts, zipPart } from '../../../testing/publishing.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
const test = setUpTestApp({ ports: { files: store } });
const author = setUp(() => test.signedIn('solver'));
beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));
afterEach(() => jest.restoreAllMocks());
afterAll(() => folder.remove());

const form = () => {
  const noise = { path: 'noise.bin', content: Buffer.alloc(4_000_000, 7), method: 0 };
  return buildForm([...textParts(GOOD_TEXTS), zipPart(buildRawZip([noise]))]);
};

const begin = (headers: object, length: number) =>
  startPost(test, author, '/api/modules', { ...headers, 'content-length': length });

describe('an upload', () => {
  it('leaves no file and no row if it is cancelled', async () => {
    const { headers, payload } = await form();
    const request = begin(headers, payload.length);
    request.write(payload.subarray(0, 2_500_000));
    await waitUntil(() => listStoredFiles(folder.path).length === 2);
    request.destroy();
    await waitUntil(() => listStoredFiles(folder.path).length === 0);
    expect([await test.db.$count(modules), await test.db.$count(files)]).toEqual([0, 0]);
  });

  it('leaves nothing if it is cancelled during the check', async () => {
    const { headers, payload } = await form();
    const arrived = nextRequest(test);
    const request = begin(headers, payload.length);
    request.write(payload.subarray(0, 1000));
    const closed = once((await arrived).socket, 'close');
    const { readAll } = store;
    jest.spyOn(store, 'readAll').mockImplementationOnce(async (key, range) => {
      request.destroy();
      await closed;
      return readAll(key, range);
    });
    request.end(payload.subarray(1000));
    await closed;
    await waitUntil(() => listStoredFiles(folder.path).length === 0);
    expect(await test.db.$count(modules)).toBe(0);
  });

  it('returns 400 if it is truncated', async () => {
    const { headers, payload } = await form();
    const response = await test.request('POST', '/api/modules', {
      as: author,
      headers,
      payload: payload.subarray(0, -2_000_000),
    });
    expect(response).toMatchObject({
      status: 400,
      body: { message: 'The upload did not arrive whole. Nothing of it was kept: please send it again.' },
    });
    expect(listStoredFiles(folder.path)).toEqual([]);
  });

  it('is read to its end after an error, so that browsers receive the response', async () => {
    const { headers, payload } = await buildForm([zipPart(Buffer.alloc(8_000_000, 'x'), 'module.rar'), ...textParts(GOOD_TEXTS)]);
    const request = begin(headers, payload.length);
    const status = waitForStatus(request);
    request.end(payload);
    expect(await status).toBe(415);
    expect(listStoredFiles(folder.path)).toEqual([]);
  });

  it('returns 500 if the store fails', async () => {
    jest.spyOn(store, 'put').mockRejectedValueOnce(Object.assign(new Error('No space left'), { code: 'ENOSPC' }));
    expect((await publish(test, author)).status).toBe(500);
    expect(listStoredFiles(folder.path)).toEqual([]);
    expect(await test.db.$count(modules)).toBe(0);
  });
});

describe('files of modules without a row', () => {
  const HOUR = 3_600_000;

  it('are deleted after two hours; files of a stored module are kept', async () => {
    expect((await publish(test, author, { title: 'Stays' })).status).toBe(201);
    const [stored] = await test.db.select({ key: files.storageKey }).from(files);
    const abandoned = 'modules/01a1fc95-ef6f-7d45-9534-3c29a6ff569d/0';
    await store.put(abandoned, Buffer.from('x'));
    for (const key of [abandoned, stored?.key ?? ''])
      await store.put(`${INCOMING_MODULES.markers}/${key.split('/')[1]}`, new Uint8Array());
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * HOUR);
    await test.runJobs();
    expect(listStoredFiles(folder.path)).toEqual([`${folder.path}/${stored?.key}`]);
  });
});
