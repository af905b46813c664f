import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { files, storedBytes, uploadReservations } from '../../schema/index.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { startPost, waitForStatus } from '../../testing/slow-posts.ts';
import { getStoredFile, buildForm, upload } from '../../testing/uploads.ts';

const MB = 1024 * 1024;
const TEXT = Buffer.from('a line\n'.repeat(2000));
const ATTACHMENT = '?purpose=attachment';

const test = setUpTestApp();
beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));

const parts = (content: Uint8Array) => [{ name: 'notes.txt', type: 'text/plain', content }];
const attach = (as: TestCaller, content: Uint8Array = TEXT) => upload(test, as, parts(content), ATTACHMENT);

async function getStoredBytes({ user }: TestCaller): Promise<number> {
  const [row] = await test.db.select().from(storedBytes).where(eq(storedBytes.userId, user.id));
  return row?.bytes ?? 0;
}

const countReservations = ({ user }: TestCaller) => test.db.$count(uploadReservations, eq(uploadReservations.userId, user.id));

/** Fills the user's storage up to this number of bytes. */
async function limitRemaining(caller: TestCaller, bytes: number): Promise<void> {
  const row = { userId: caller.user.id, bytes: STORAGE.maxBytes - bytes };
  await test.db.insert(storedBytes).values(row).onConflictDoUpdate({ target: storedBytes.userId, set: row });
}

describe('storage of a user (product 9.14)', () => {
  it('counts stored files with at least 4 KiB each, and no rejected uploads', async () => {
    const caller = await test.signedIn('seeker');
    expect((await attach(caller, Buffer.from([0, 1, 2, 3, 255]))).status).toBe(415);
    expect([await getStoredBytes(caller), await countReservations(caller)]).toEqual([0, 0]);
    const large = getStoredFile(await attach(caller));
    expect(await getStoredBytes(caller)).toBe(TEXT.length);
    await attach(caller, Buffer.from('short'));
    expect(await getStoredBytes(caller)).toBe(TEXT.length + 4096);
    await test.db.delete(files).where(eq(files.id, large._id));
    expect([await getStoredBytes(caller), await countReservations(caller)]).toEqual([4096, 0]);
  });

  it('is limited with an error before the body is read, and freed by deletions', async () => {
    const caller = await test.signedIn('seeker');
    const first = getStoredFile(await attach(caller));
    await limitRemaining(caller, 1000);
    const message =
      'All files of an account can take 5 GB, and this upload would exceed that. Delete modules or pictures that you no longer need, or contact us.';
    const rejected = await attach(caller, Buffer.from(`other ${TEXT.toString()}`));
    expect(rejected).toMatchObject({ status: 413, body: { code: 'too_large', message } });
    await test.db.delete(files).where(eq(files.id, first._id));
    expect((await attach(caller)).status).toBe(201);
  });

  it('limits concurrent uploads', async () => {
    const caller = await test.signedIn('seeker');
    await limitRemaining(caller, 5 * (TEXT.length + 1000));
    const uploads = Array.from({ length: 20 }, (_, index) => attach(caller, Buffer.from(`${index} ${TEXT.toString()}`)));
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    const acceptedCount = statuses.filter((status) => status === 201).length;
    expect(new Set(statuses)).toEqual(new Set([201, 413]));
    expect(acceptedCount).toBeGreaterThanOrEqual(1);
    expect(acceptedCount).toBeLessThanOrEqual(5);
    expect(await getStoredBytes(caller)).toBeLessThanOrEqual(STORAGE.maxBytes);
    expect(await countReservations(caller)).toBe(0);
  });
});

describe('uploads of a user in a day', () => {
  it('are limited, whether stored or rejected, with an error and a retry time', async () => {
    const server = await createTestApp({ config: { rateLimitFactor: (3 * MB) / STORAGE.maxBytesPerDay } });
    const caller = await server.signedIn('seeker');
    const garbage = { name: 'x.bin', type: 'application/octet-stream', content: Buffer.alloc(2 * MB, 255) };
    expect((await upload(server, caller, [garbage], ATTACHMENT)).status).toBe(415);
    // At this factor, the limit of ten uploads an hour is one.
    await server.ports.db.execute(`DELETE FROM rate_limits WHERE points = 1`);
    expect(await upload(server, caller, [garbage], ATTACHMENT)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { code: 'rate_limited', message: expect.stringMatching(/limit of 1 GB of files in a day\. Please wait 24 hours/) },
    });
    await server.close();
  });
});

describe('an upload', () => {
  it('is rejected without a length', async () => {
    const caller = await test.signedIn('seeker');
    const { headers, payload } = await buildForm(parts(TEXT));
    const about = { ...headers, 'transfer-encoding': 'chunked' };
    const request = startPost(test, caller, `/api/file-upload${ATTACHMENT}`, about);
    const status = waitForStatus(request);
    request.end(payload);
    expect(await status).toBe(400);
  });

  it('is rejected before it is read if its length exceeds the limit', async () => {
    const caller = await test.signedIn('seeker');
    const { headers, payload } = await buildForm(parts(TEXT));
    const claimed = { ...headers, 'content-length': String(20 * MB) };
    const response = await test.request('POST', `/api/file-upload${ATTACHMENT}`, { as: caller, payload, headers: claimed });
    expect(response).toMatchObject({ status: 413, body: { message: 'This upload is too large: it can have at most 10 MB.' } });
  });
});
