import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { files } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { startPost, nextRequest, waitForStatus } from '../../testing/slow-posts.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { getStoredFile, buildForm, noise, picture, upload } from '../../testing/uploads.ts';

let test: TestApp;
let caller: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  caller = await test.signedIn('seeker');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const kept = async () => (await test.db.select({ id: files.id }).from(files)).map(({ id }) => id);

/** Begins to send a file; what its client has, what the server has, and what is still to be sent, but for its last bytes. */
async function begin(content: Buffer, first: number) {
  const { headers, payload } = await buildForm([{ content }]);
  const arrived = nextRequest(test);
  const request = startPost(test, caller, '/api/file-upload', { ...headers, 'content-length': payload.length });
  request.write(payload.subarray(0, first));
  return { request, incoming: await arrived, rest: payload.subarray(first) };
}

/** Cancels it, and waits until everything sent before has been dealt with: pictures are made one after the other. */
async function keptAfterwards(cancel: () => void, { socket }: IncomingMessage): Promise<string[]> {
  const before = await kept();
  const closed = once(socket, 'close').catch(() => undefined);
  cancel();
  await closed;
  const later = getStoredFile(await upload(test, caller, [{ content: await picture('png') }]));
  return (await kept()).filter((id) => id !== later._id && !before.includes(id));
}

describe('POST /api/file-upload', () => {
  it('keeps nothing of one that is cancelled in the middle', async () => {
    const { request, incoming } = await begin(await noise('png', 200), 50_000);
    expect(await keptAfterwards(() => request.destroy(), incoming)).toEqual([]);
  });

  it('keeps nothing of one that is cancelled while the picture is made', async () => {
    const content = await noise('webp', 2400);
    const { request, incoming, rest } = await begin(content, content.length);
    const whole = once(incoming, 'end');
    request.end(rest);
    await whole;
    expect(await keptAfterwards(() => request.destroy(), incoming)).toEqual([]);
  });

  it('answers 413 to who still sends far more than the limit', async () => {
    const { request, rest } = await begin(Buffer.alloc(30 * 1024 * 1024), 1024);
    const status = waitForStatus(request);
    request.end(rest);
    expect(await status).toBe(413);
  });
});
