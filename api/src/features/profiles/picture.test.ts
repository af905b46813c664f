import { eq } from 'drizzle-orm';
import { files, users } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { addPicture } from '../../testing/departing-user.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import { getSortedStatuses, getUser } from '../../testing/accounts.ts';

const test = setUpTestApp();

const update = (as: TestCaller, payload: object) => test.request('PUT', '/api/auth/profile', { as, payload });

const fetchStatus = async ({ url }: { url: string }) => (await test.app.inject({ method: 'GET', url })).statusCode;

const isStored = ({ storageKey }: { storageKey: string }) => test.ports.files.exists(storageKey);

const REJECTION = { status: 422, body: { errors: { image: 'Please upload the picture again' } } };

describe('the picture of PUT /api/auth/profile (product 9.11)', () => {
  it('can be an uploaded one; previous and unused pictures are deleted with their bytes', async () => {
    const caller = await test.signedIn('seeker');
    const [first, unused, second] = [
      await addPicture(test, caller.user),
      await addPicture(test, caller.user),
      await addPicture(test, caller.user),
    ];
    expect(getUser((await update(caller, { image: first.url })).body).image).toBe(first.url);
    await test.runJobs();
    expect(await Promise.all([first, unused, second].map(isStored))).toEqual([true, false, false]);
    const third = await addPicture(test, caller.user);
    expect(getUser((await update(caller, { image: third.url })).body).image).toBe(third.url);
    expect(await Promise.all([first, third].map(fetchStatus))).toEqual([404, 200]);
    await test.runJobs();
    expect(await isStored(first)).toBe(false);
  });

  it('stays when other fields change or when it is sent again, and can be removed', async () => {
    const caller = await test.signedIn('seeker');
    const picture = await addPicture(test, caller.user);
    await update(caller, { image: picture.url });
    const waiting = await addPicture(test, caller.user);
    expect(getUser((await update(caller, { headline: 'x' })).body).image).toBe(picture.url);
    expect(await Promise.all([picture, waiting].map(isStored))).toEqual([true, true]);
    expect(getUser((await update(caller, { headline: 'y', image: picture.url })).body).image).toBe(picture.url);
    expect(await isStored(picture)).toBe(true);
    expect(getUser((await update(caller, { image: null })).body).image).toBeNull();
    await test.runJobs();
    expect(await isStored(picture)).toBe(false);
  });

  it('can be sent again if it is not a file of this site', async () => {
    const caller = await test.signedIn('seeker');
    const { url } = await addPicture(test, caller.user, { ownerId: null, purpose: 'site' });
    await test.db.update(users).set({ image: url }).where(eq(users.id, caller.user.id));
    expect((await update(caller, { image: url, headline: 'x' })).status).toBe(200);
    await test.db.update(users).set({ image: 'https://people.example/me.png' }).where(eq(users.id, caller.user.id));
    expect((await update(caller, { headline: 'y' })).status).toBe(200);
    expect(getUser((await update(caller, { image: null })).body).image).toBeNull();
  });

  it("cannot be another user's picture, one of the site, an own document or a missing file", async () => {
    const caller = await test.signedIn('seeker');
    const victim = await test.signedIn('seeker');
    const own = await addPicture(test, caller.user);
    const foreign = await addPicture(test, victim.user);
    const wrong = [
      foreign,
      await addPicture(test, caller.user, { ownerId: null }),
      await addPicture(test, caller.user, { purpose: 'site' }),
    ].map(({ url }) => url);
    for (const image of [...wrong, '/api/files/01a1fc95-ef6f-7d45-9534-3c29a6ff569d', `/api/files/${'-'.repeat(36)}`]) {
      expect(await update(caller, { image, headline: 'x' })).toMatchObject(REJECTION);
    }
    expect(await Promise.all([own, foreign].map(isStored))).toEqual([true, true]);
    expect(getUser((await test.request('GET', '/api/auth/profile', { as: caller })).body)).toMatchObject({
      image: null,
      headline: '',
    });
  });

  it('deletes no pictures of other users, and no other own files', async () => {
    const caller = await test.signedIn('seeker');
    const kept = [
      await addPicture(test, await test.user()),
      await addPicture(test, caller.user, { purpose: 'site' }),
      await addPicture(test, caller.user, { ownerId: null }),
    ];
    await update(caller, { image: null });
    expect(await Promise.all(kept.map(fetchStatus))).toEqual([200, 200, 200]);
  });

  it('exists after two concurrent changes', async () => {
    const caller = await test.signedIn('seeker');
    const two = [await addPicture(test, caller.user), await addPicture(test, caller.user)];
    const responses = await Promise.all(two.map(({ url }) => update(caller, { image: url })));
    expect(getSortedStatuses(responses)).toEqual([200, 422]);
    const { image } = getUser((await test.request('GET', '/api/auth/profile', { as: caller })).body);
    expect(await fetchStatus({ url: image ?? '' })).toBe(200);
  });

  it('changes even if the old bytes cannot be deleted', async () => {
    const fails = () => Promise.reject(new Error('The disk is gone'));
    const broken = await createTestApp({ ports: { files: { ...test.ports.files, delete: fails } } });
    const caller = await broken.signedIn('seeker');
    await addPicture(broken, caller.user);
    expect((await broken.request('PUT', '/api/auth/profile', { as: caller, payload: { image: null } })).status).toBe(200);
    expect(await broken.db.select().from(files)).toEqual([]);
    await broken.close();
  });
});
