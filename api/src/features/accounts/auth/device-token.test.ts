import { eq } from 'drizzle-orm';
import { sessions } from '../../../schema/index.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createEmailLink } from '../../../testing/fake-identity.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { signUpWithSocial, signUpAs, socialAuth, getSortedStatuses, getUser } from '../../../testing/accounts.ts';

const test = setUpTestApp();

const put = (as: TestCaller | undefined, deviceToken: unknown) =>
  test.request('PUT', '/api/auth/device-token', { as, payload: { deviceToken } });

/** Push tokens of a user's sessions, oldest session first. */
async function listTokens(userId: string): Promise<(string | null)[]> {
  const rows = await test.db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.id);
  return rows.map(({ deviceToken }) => deviceToken);
}

describe('PUT /api/auth/device-token (product 1.8)', () => {
  it('sets and clears the token of the session', async () => {
    const here = await test.signedIn('seeker');
    await signIn(test.db, here.user);
    expect(await put(here, 'device-1')).toMatchObject({ status: 200, body: { status: true } });
    expect(await listTokens(here.user.id)).toEqual(['device-1', null]);
    await put(here, 'device-2');
    expect(await listTokens(here.user.id)).toEqual(['device-2', null]);
    await put(here, null);
    expect(await listTokens(here.user.id)).toEqual([null, null]);
  });

  it('moves the token to the session that sent it last', async () => {
    const before = await test.signedIn('seeker');
    const now = await test.signedIn('solver');
    await put(before, 'shared-device');
    await put(now, 'shared-device');
    expect([await listTokens(before.user.id), await listTokens(now.user.id)]).toEqual([[null], ['shared-device']]);
  });

  it('gives the token to one of ten concurrent sessions', async () => {
    const callers = await Promise.all(Array.from({ length: 10 }, () => test.signedIn('seeker')));
    const responses = await Promise.all(callers.map((caller) => put(caller, 'contested-device')));
    expect(getSortedStatuses(responses)).toEqual(Array(10).fill(200));
    expect(await test.db.select().from(sessions).where(eq(sessions.deviceToken, 'contested-device'))).toHaveLength(1);
  });

  it('deletes the token with its session', async () => {
    const caller = await test.signedIn('seeker');
    await put(caller, 'ending-device');
    await test.request('POST', '/api/auth/logout', { as: caller });
    expect(await test.db.select().from(sessions).where(eq(sessions.deviceToken, 'ending-device'))).toEqual([]);
    expect((await put(caller, 'ending-device')).status).toBe(401);
  });

  it('never returns the token', async () => {
    const as = await test.signedIn('seeker');
    const responses = [await put(as, 'secret-device')];
    for (const url of ['/api/auth/sessions', '/api/auth/profile', `/api/auth/profile/${as.user.id}`])
      responses.push(await test.request('GET', url, { as }));
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toContain('secret-device');
  });
});

describe('the push token of a sign-in', () => {
  const logInWith = (email: string, sent: object) =>
    test.request('POST', '/api/auth/login', { payload: { email, password: TEST_PASSWORD, ...sent } });

  /** The first session of an account that signed up by popup has no token. */
  async function logInByPopup(id: string, sent: object): Promise<(string | null)[]> {
    const person = { email: `${id}@popup.example`, id };
    const { body } = await signUpWithSocial(test, person, sent);
    expect((await socialAuth(test, person, sent)).status).toBe(200);
    return listTokens(getUser(body)._id);
  }

  it('is stored with the new session', async () => {
    const { id, email } = await test.user();
    for (let count = 0; count < 2; count += 1) expect((await logInWith(email, { deviceToken: 'of-a-login' })).status).toBe(200);
    expect(await listTokens(id)).toEqual([null, 'of-a-login']);
    expect(await logInByPopup('push', { deviceToken: 'of-a-popup' })).toEqual([null, 'of-a-popup']);
  });

  it.each([{ deviceToken: '' }, {}])('is null without one in the request: %j', async (sent) => {
    const people = [await test.user(), await test.user()];
    for (const { email } of people) expect((await logInWith(email, sent)).status).toBe(200);
    expect(await Promise.all(people.map(({ id }) => listTokens(id)))).toEqual([[null], [null]]);
    const name = `without-${Object.keys(sent).length}`;
    await signUpAs(test, `${name}@example.com`, sent);
    expect(await logInByPopup(name, sent)).toEqual([null, null]);
  });

  it('is ignored at sign-up, so an unverified address gets no pushes', async () => {
    await signUpAs(test, 'waiting@example.com', { deviceToken: 'of-a-sign-up' });
    const payload = createEmailLink('waiting@example.com');
    const { body } = await test.request('POST', '/api/auth/verify-email', { payload });
    expect(await listTokens(getUser(body)._id)).toEqual([null]);
  });
});
