import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { files, storedBytes, uploadReservations } from '../../schema/index.ts';
import { startPost, nextRequest, waitForStatus } from '../../testing/slow-posts.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getStoredFile, buildForm, noise, picture, upload } from '../../testing/uploads.ts';

const test = setUpTestApp();
const caller = setUp(() => test.signedIn('seeker'));
beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));

const listFileIds = async () => (await test.db.select({ id: files.id }).from(files)).map(({ id }) => id);

/** Sends the first bytes of a file. */
async function startUpload(content: Buffer, first: number) {
  const { headers, payload } = await buildForm([{ content }]);
  const arrived = nextRequest(test);
  const request = startPost(test, caller, '/api/file-upload', { ...headers, 'content-length': payload.length });
  request.write(payload.subarray(0, first));
  return { request, incoming: await arrived, rest: payload.subarray(first) };
}

/** Cancels the upload and waits until the server has processed it: pictures of a user are processed one at a time. */
async function findStoredAfter(cancel: () => void, { socket }: IncomingMessage): Promise<string[]> {
  const before = await listFileIds();
  const closed = once(socket, 'close').catch(() => undefined);
  cancel();
  await closed;
  const later = getStoredFile(await upload(test, caller, [{ content: await picture('png') }]));
  return (await listFileIds()).filter((id) => id !== later._id && !before.includes(id));
}

describe('POST /api/file-upload', () => {
  it('stores nothing if the upload is cancelled', async () => {
    const { request, incoming } = await startUpload(await noise('png', 200), 50_000);
    expect(await findStoredAfter(() => request.destroy(), incoming)).toEqual([]);
  });

  it('stores nothing if the upload is cancelled while the picture is processed', async () => {
    const content = await noise('webp', 2400);
    const { request, incoming, rest } = await startUpload(content, content.length);
    const whole = once(incoming, 'end');
    request.end(rest);
    await whole;
    expect(await findStoredAfter(() => request.destroy(), incoming)).toEqual([]);
  });

  it('releases the quota if the client leaves while it is reserved', async () => {
    const { id: userId } = caller.user;
    await test.db.insert(storedBytes).values({ userId, bytes: 0 }).onConflictDoNothing();
    const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await test.db.transaction(async (tx) => {
      await tx.select().from(storedBytes).where(eq(storedBytes.userId, userId)).for('update');
      const { request, incoming } = await startUpload(await picture('png'), 100);
      await waitUntil(async () => (await test.db.execute(waiting)).rowCount === 1);
      const closed = once(incoming.socket, 'close').catch(() => undefined);
      request.destroy();
      await closed;
    });
    // It reserves after the one that was waiting.
    await upload(test, caller, [{ content: await picture('png') }]);
    const countReserved = () => test.db.$count(uploadReservations);
    await waitUntil(async () => (await countReserved()) === 0);
    expect(await countReserved()).toBe(0);
  });

  it('responds with 413 while the client still sends far more than the limit', async () => {
    const { request, rest } = await startUpload(Buffer.alloc(30 * 1024 * 1024), 1024);
    const status = waitForStatus(request);
    request.end(rest);
    expect(await status).toBe(413);
  });
});
