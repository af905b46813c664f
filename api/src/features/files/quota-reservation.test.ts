import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { files, storedBytes, uploadReservations } from './schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { startPost, waitForStatus } from '../../testing/slow-posts.ts';
import { getStoredFile, buildForm, upload } from '../../testing/uploads.ts';

const MB = 1024 * 1024;
const TEXT = Buffer.from('a line\n'.repeat(2000));
const ATTACHMENT = '?purpose=attachment';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const parts = (content: Uint8Array) => [{ name: 'notes.txt', type: 'text/plain', content }];
const attach = (as: TestCaller, content: Uint8Array = TEXT) => upload(test, as, parts(content), ATTACHMENT);

async function taken({ user }: TestCaller): Promise<number> {
  const [row] = await test.db.select().from(storedBytes).where(eq(storedBytes.userId, user.id));
  return row?.bytes ?? 0;
}

const reserved = ({ user }: TestCaller) => test.db.$count(uploadReservations, eq(uploadReservations.userId, user.id));

/** Leaves this person so many bytes of all that their files may take. */
async function leave(caller: TestCaller, bytes: number): Promise<void> {
  const row = { userId: caller.user.id, bytes: STORAGE.maxBytes - bytes };
  await test.db.insert(storedBytes).values(row).onConflictDoUpdate({ target: storedBytes.userId, set: row });
}

describe('what all files of a person take (product 9.14)', () => {
  it('is counted as they come and go, each as 4 KiB at least, and not for what is refused', async () => {
    const caller = await test.signedIn('seeker');
    expect((await attach(caller, Buffer.from([0, 1, 2, 3, 255]))).status).toBe(415);
    expect([await taken(caller), await reserved(caller)]).toEqual([0, 0]);
    const large = getStoredFile(await attach(caller));
    expect(await taken(caller)).toBe(TEXT.length);
    await attach(caller, Buffer.from('short'));
    expect(await taken(caller)).toBe(TEXT.length + 4096);
    await test.db.delete(files).where(eq(files.id, large._id));
    expect([await taken(caller), await reserved(caller)]).toEqual([4096, 0]);
  });

  it('is bounded, with a sentence before anything is read, and free again for what is deleted', async () => {
    const caller = await test.signedIn('seeker');
    const first = getStoredFile(await attach(caller));
    await leave(caller, 1000);
    const message =
      'All files of an account can take 5 GB, and this upload would exceed that. Delete modules or pictures that you no longer need, or contact us.';
    const refused = await attach(caller, Buffer.from(`other ${TEXT.toString()}`));
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_large', message } });
    await test.db.delete(files).where(eq(files.id, first._id));
    expect((await attach(caller)).status).toBe(201);
  });

  it('lets no more through of twenty uploads at once than there is room for', async () => {
    const caller = await test.signedIn('seeker');
    await leave(caller, 5 * (TEXT.length + 1000));
    const tries = Array.from({ length: 20 }, (_, index) => attach(caller, Buffer.from(`${index} ${TEXT.toString()}`)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    const through = statuses.filter((status) => status === 201).length;
    expect(new Set(statuses)).toEqual(new Set([201, 413]));
    expect(through).toBeGreaterThanOrEqual(1);
    expect(through).toBeLessThanOrEqual(5);
    expect(await taken(caller)).toBeLessThanOrEqual(STORAGE.maxBytes);
    expect(await reserved(caller)).toBe(0);
  });
});

describe('what a person sends in a day', () => {
  it('is bounded, whether it is kept or not, with a sentence and when to go on', async () => {
    const server = await createTestApp({ config: { rateLimitFactor: (3 * MB) / STORAGE.maxBytesPerDay } });
    const caller = await server.signedIn('seeker');
    const garbage = { name: 'x.bin', type: 'application/octet-stream', content: Buffer.alloc(2 * MB, 255) };
    expect((await upload(server, caller, [garbage], ATTACHMENT)).status).toBe(415);
    // Ten uploads an hour are more than one at this factor: messages are not.
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
  it('that does not say how long it is is refused', async () => {
    const caller = await test.signedIn('seeker');
    const { headers, payload } = await buildForm(parts(TEXT));
    const about = { ...headers, 'transfer-encoding': 'chunked' };
    const request = startPost(test, caller, `/api/file-upload${ATTACHMENT}`, about);
    const status = waitForStatus(request);
    request.end(payload);
    expect(await status).toBe(400);
  });

  it('that claims to be larger than any is refused before it is read', async () => {
    const caller = await test.signedIn('seeker');
    const { headers, payload } = await buildForm(parts(TEXT));
    const claimed = { ...headers, 'content-length': String(20 * MB) };
    const answer = await test.request('POST', `/api/file-upload${ATTACHMENT}`, { as: caller, payload, headers: claimed });
    expect(answer).toMatchObject({ status: 413, body: { message: 'This upload is too large: it can have at most 10 MB.' } });
  });
});
