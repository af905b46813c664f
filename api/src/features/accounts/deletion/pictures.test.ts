import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { files, users } from '../../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { deleteAccount } from '../../../testing/chat.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { advanceTime } from '../../../testing/test-jobs.ts';
import { addPicture } from '../../../testing/departing-user.ts';

let test: TestApp;
let folder: string;
let isWritable = true;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvent-test-pictures-'));
  const store = openFolder(folder);
  const remove = (key: string) => (isWritable ? store.delete(key) : Promise.reject(new Error('The disk is read-only')));
  test = await createTestApp({ ports: { files: { ...store, delete: remove } } });
});
beforeEach(() => {
  isWritable = true;
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('pictures of a deleted account', () => {
  it('are not served after a failure to delete the bytes, which is retried', async () => {
    const caller = await test.signedIn('seeker');
    const { id, storageKey, url } = await addPicture(test, caller.user);
    isWritable = false;
    await deleteAccount(test, caller);
    await test.runJobs();
    expect((await test.request('GET', url)).status).toBe(404);
    expect(await test.ports.files.exists(storageKey)).toBe(true);
    expect(await test.db.$count(files, eq(files.id, id))).toBe(0);

    isWritable = true;
    await advanceTime(test.db, 300);
    await test.runJobs();
    expect(await test.ports.files.read(storageKey)).toBeUndefined();
  });

  it('include the current picture for any purpose, but no other files', async () => {
    const caller = await test.signedIn('seeker');
    const inUse = await addPicture(test, caller.user, { purpose: 'site' });
    const preview = await addPicture(test, caller.user, { purpose: 'site' });
    await test.db.update(users).set({ image: inUse.url }).where(eq(users.id, caller.user.id));
    await deleteAccount(test, caller);
    await test.runJobs();
    expect((await test.request('GET', inUse.url)).status).toBe(404);
    expect((await test.request('GET', preview.url)).status).toBe(200);
  });

  it('keep bytes that another user’s picture shares', async () => {
    const [caller, other] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const theirs = await addPicture(test, other.user);
    const own = await addPicture(test, caller.user, { storageKey: theirs.storageKey });
    await deleteAccount(test, caller);
    await test.runJobs();
    expect(await test.db.$count(files, eq(files.id, own.id))).toBe(0);
    expect((await test.request('GET', theirs.url)).status).toBe(200);
  });
});
