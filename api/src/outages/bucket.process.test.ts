import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../platform/config/config.ts';
import { createFiles } from '../platform/objects/files.ts';
import { openTestBucket } from '@solvent/object-store/testing';
import { openLine } from '../../../scripts/test/line.mjs';
import { picture } from '../testing/uploads.ts';
import { openOutageFixture } from '../testing/outage-fixture.ts';
import type { OutageFixture } from '../testing/outage-fixture.ts';

const GONE = {
  status: false,
  code: 'unavailable',
  message: 'Files are not available just now. Please try again in a moment.',
  reference: expect.any(String),
};

let place: OutageFixture;
let fileUrl: string;
beforeAll(async () => {
  place = await openOutageFixture();
  const { body } = await upload(100);
  // The answer's schema lets nothing else out.
  fileUrl = (body['file'] as { url: string }).url;
}, 300_000);
afterEach(() => place.bucket.restore());
afterAll(() => place.close());

async function upload(red: number) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture('png', 60, 40, red))], { type: 'image/png' }), 'me.png');
  return place.request('/api/file-upload', { method: 'POST', as: place.caller, form });
}
const read = () => place.request(fileUrl);

describe.each([
  ['falls silent', async () => place.bucket.hang()],
  ['is gone', () => place.bucket.cut()],
])('while the store of files %s', (_how, breakLine) => {
  it('callers who need it are answered while it lasts, all else goes on, and all is well by itself afterwards', async () => {
    expect([(await read()).status, (await place.request('/terms')).status]).toEqual([200, 200]);
    await breakLine();
    const [one, other, page] = await Promise.all([read(), upload(110), place.request('/terms')]);
    for (const { status, body, headers } of [one, other]) {
      expect([status, body, headers.get('retry-after')]).toEqual([503, GONE, '5']);
    }
    expect(page.status).toBe(200);
    expect((await place.request('/api/notifications', { as: place.caller })).status).toBe(200);
    const ready = await place.request('/api/health/ready');
    expect([ready.status, ready.body['degraded']]).toEqual([200, ['releases', 'files']]);
    await place.bucket.restore();
    await place.waitForStatus(fileUrl, 200);
    expect((await upload(120)).status).toBe(201);
  });
});

it('after a failover of the store no request is stuck for long on a connection of before', async () => {
  await Promise.all([read(), read(), read()]);
  place.bucket.strand();
  await read();
  await place.waitForStatus(fileUrl, 200);
  expect((await Promise.all([read(), read(), read()])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe('content of a bucket', () => {
  /** More than fits into the buffers between the two. */
  const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
  /** Longer than the store may be silent (ms). */
  const PAUSE = 5000;

  async function openStore() {
    const real = await openTestBucket();
    const line = await openLine(Number(new URL(real.url).port));
    const url = new URL(real.url);
    url.port = String(line.port);
    const store = createFiles(readConfig({ FILES_URL: url.href }));
    await store.put('large', Readable.from([LARGE]));
    const close = async () => {
      await line.close();
      await real.close();
    };
    return { line, close, store, content: (await store.read('large')) ?? Readable.from([]) };
  }

  it('waits for whoever reads slowly', async () => {
    const { content, close } = await openStore();
    await wait(PAUSE);
    expect((await buffer(content)).equals(LARGE)).toBe(true);
    await close();
  });

  it('that is coming in is refused where the store falls silent in the middle', async () => {
    const { store, line, close } = await openStore();
    const coming = Readable.from(
      (function* () {
        // Read one by one, so that parts of it have reached the store.
        for (let part = 0; part < 16; part += 1) yield LARGE.subarray(0, 1024 * 1024);
        line.hang();
        yield LARGE;
      })(),
      { highWaterMark: 1 },
    );
    await expect(store.put('coming', coming)).rejects.toMatchObject({ statusCode: 503 });
    await close();
  });

  it('ends with an error where the store falls silent in the middle', async () => {
    const { content, line, close } = await openStore();
    const parts = content[Symbol.asyncIterator]();
    await parts.next();
    line.hang();
    const rest = async () => {
      while (!(await parts.next()).done);
    };
    await expect(rest()).rejects.toThrow('No data received for 4000 ms');
    await close();
  });
});

it('a server whose store of files is silent ends all the same, and who asked before is told', async () => {
  place.bucket.hang();
  const responses = read();
  // Responses after this are late ones.
  await place.request('/api/health/live');
  await place.stop();
  expect((await responses).status).toBe(503);
});
