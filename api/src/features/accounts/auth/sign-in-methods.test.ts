import { eq } from 'drizzle-orm';
import { notifications } from '../../../schema/index.ts';
import { mail } from '../../../platform/schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { idTokenFor, createEmailLink } from '../../../testing/fake-identity.ts';
import { isSignedIn, logIn, getSessionHeaders, socialAuth, getSortedStatuses, getUser } from '../../../testing/accounts.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { linkSocial } from './users.ts';

const test = setUpTestApp({ config: { publicUrl: 'https://solvent.example' } });

let created = 0;
/** Each call returns another account. */
const gitHub = () => {
  created += 1;
  return { type: 'github', id: `gh-${created}` } as const;
};
const link = (as: TestCaller, payload: object) => test.request('POST', '/api/auth/identities', { as, payload });
const unlink = (as: TestCaller, { type, id }: { type: string; id: string }) =>
  test.request('DELETE', `/api/auth/identities/${type}/${id}`, { as });
const fetchMethods = async (as: TestCaller) => (await test.request('GET', '/api/auth/sign-in-methods', { as })).body['methods'];
const listNotifications = (userId: string) => test.db.select().from(notifications).where(eq(notifications.userId, userId));
async function createSocialUser() {
  const caller = await test.signedIn('seeker', { passwordHash: null });
  const social = gitHub();
  await linkSocial(test.db, caller.user.id, { ...social, account: null });
  return { caller, social };
}

describe('POST /api/auth/identities (product 11.19)', () => {
  it('links after the password, and notifies the owner in the app and by email', async () => {
    const caller = await test.signedIn('seeker');
    const social = gitHub();
    const newIdToken = idTokenFor(social, { account: 'ada', email: 'someone-else@example.com' });
    const response = await link(caller, { password: TEST_PASSWORD, newIdToken });
    const linked = { ...social, account: 'ada', linkedAt: expect.stringMatching(/Z$/) };
    expect(response).toMatchObject({ status: 200, body: { methods: { password: true, identities: [linked] } } });
    const signedIn = await socialAuth(test, { ...social, email: 'someone-else@example.com' });
    expect(getUser(signedIn.body)._id).toBe(caller.user.id);
    expect(await listNotifications(caller.user.id)).toMatchObject([
      {
        type: 'sign_in_added',
        title: 'New way to sign in',
        message:
          "GitHub (ada) now signs in to your account. If this wasn't you, remove it in your settings and change your password.",
      },
    ]);
    await test.runJobs();
    const mails = await test.db.select().from(mail).where(eq(mail.to, caller.user.email));
    expect(mails).toMatchObject([
      {
        subject: 'New way to sign in to Solvent',
        text: expect.stringContaining('A GitHub account now signs in to your Solvent account.'),
        link: 'https://solvent.example/profile/settings/security',
      },
    ]);
  });

  it.each([
    ['no password', {}, { password: 'Please enter your password to add a way to sign in.' }],
    ['a wrong password', { password: 'wrong' }, { password: 'The password is wrong.' }],
    ['a forged account', { password: TEST_PASSWORD, newIdToken: 'forged' }, { newIdToken: expect.stringMatching(/verified/) }],
  ])('rejects %s, links nothing and keeps the session', async (_what, payload, errors) => {
    const caller = await test.signedIn('seeker');
    expect(await link(caller, { newIdToken: idTokenFor(gitHub()), ...payload })).toMatchObject({ status: 422, body: { errors } });
    expect(await fetchMethods(caller)).toEqual({ password: true, identities: [] });
    expect(await listNotifications(caller.user.id)).toEqual([]);
    expect(await isSignedIn(test, caller)).toBe(true);
  });

  it('requires a fresh sign-in of a linked account without a password; the new account alone is not enough', async () => {
    const { caller, social } = await createSocialUser();
    const google = { type: 'google', id: `go-${social.id}` } as const;
    const newIdToken = idTokenFor(google, { account: 'ada@example.com' });
    for (const [idToken, message] of [
      [undefined, 'Please sign in with GitHub or Google once more to add a way to sign in.'],
      [idTokenFor(google), /another GitHub or Google account/],
    ] as const)
      expect(await link(caller, { idToken, newIdToken })).toMatchObject({
        status: 422,
        body: { errors: { idToken: expect.stringMatching(message) } },
      });
    const idToken = idTokenFor(social);
    expect(await link(caller, { idToken, newIdToken })).toMatchObject({
      status: 200,
      body: { methods: { password: false, identities: [{ type: 'github' }, { type: 'google', account: 'ada@example.com' }] } },
    });
    expect(await link(caller, { idToken, newIdToken: idTokenFor(gitHub()) })).toMatchObject({
      status: 422,
      body: { errors: { idToken: 'This sign-in has been used already. Please start again.' } },
    });
  });

  it('uses each proof once', async () => {
    const caller = await test.signedIn('seeker');
    const newIdToken = idTokenFor(gitHub());
    const responses = await Promise.all([1, 2].map(() => link(caller, { password: TEST_PASSWORD, newIdToken })));
    expect(getSortedStatuses(responses)).toEqual([200, 422]);
    expect(await listNotifications(caller.user.id)).toHaveLength(1);
  });

  it('rejects an account that is linked elsewhere, and ignores one that is already linked here', async () => {
    const { caller: other, social } = await createSocialUser();
    const caller = await test.signedIn('seeker');
    expect(await link(caller, { password: TEST_PASSWORD, newIdToken: idTokenFor(social) })).toMatchObject({
      status: 409,
      body: { message: 'This GitHub account signs in to another Solvent account. Remove it there first.' },
    });
    expect((await link(other, { idToken: idTokenFor(social), newIdToken: idTokenFor(social) })).status).toBe(200);
    expect(await listNotifications(other.user.id)).toEqual([]);
  });

  it('links at most 20, the number that a reset can keep', async () => {
    const caller = await test.signedIn('seeker');
    const linked = Array.from({ length: 19 }, gitHub);
    for (const social of linked) await linkSocial(test.db, caller.user.id, { ...social, account: null });
    const add = (social = gitHub()) => link(caller, { password: TEST_PASSWORD, newIdToken: idTokenFor(social) });
    const both = await Promise.all([add(), add()]);
    expect(getSortedStatuses(both)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'You can add up to 20 GitHub and Google accounts. Remove one first.',
    });
    expect((await add(linked[0])).status).toBe(200);
  });

  it('adds nothing once a reset has ended the session', async () => {
    const caller = await test.signedIn('seeker');
    const payload = { ...createEmailLink(caller.user.email), password: 'correct-horse-battery-9' };
    const [linked, reset] = await Promise.all([
      link(caller, { password: TEST_PASSWORD, newIdToken: idTokenFor(gitHub()) }),
      test.request('POST', '/api/auth/reset-password', { payload }),
    ]);
    expect(reset.status).toBe(200);
    expect([200, 401, 422]).toContain(linked.status);
    // In either order, only kept accounts remain after the reset.
    const { headers } = getSessionHeaders(reset.body);
    const { body } = await test.request('GET', '/api/auth/sign-in-methods', { headers });
    expect(body['methods']).toEqual({ password: true, identities: [] });
  });
});

describe('DELETE /api/auth/identities/{type}/{id} (product 11.19)', () => {
  it('removes it and ends all other sessions', async () => {
    const caller = await test.signedIn('seeker');
    const elsewhere = await signIn(test.db, caller.user);
    const [removed, kept] = [gitHub(), gitHub()];
    for (const social of [removed, kept]) await linkSocial(test.db, caller.user.id, { ...social, account: null });
    expect(await unlink(caller, removed)).toMatchObject({
      status: 200,
      body: { methods: { password: true, identities: [{ id: kept.id }] } },
    });
    expect(await Promise.all([caller, elsewhere].map((one) => isSignedIn(test, one)))).toEqual([true, false]);
    expect((await socialAuth(test, { ...removed, email: caller.user.email })).status).toBe(401);
  });

  it('keeps the only way to sign in', async () => {
    const { caller, social } = await createSocialUser();
    expect(await unlink(caller, social)).toMatchObject({
      status: 409,
      body: { message: 'This is the only way to sign in to your account. Set a password first, then remove it.' },
    });
    expect((await socialAuth(test, { ...social, email: caller.user.email })).status).toBe(200);
  });

  it("returns 404 for another user's account", async () => {
    const { social } = await createSocialUser();
    const caller = await test.signedIn('seeker');
    expect((await unlink(caller, social)).status).toBe(404);
    expect((await unlink(caller, { type: 'linkedin', id: 'x' })).status).toBe(404);
  });
});

describe('GET /api/auth/sign-in-methods (product 2.14, 3.33)', () => {
  it('lists the password and the linked accounts, oldest first', async () => {
    const { caller, social } = await createSocialUser();
    await linkSocial(test.db, caller.user.id, { type: 'google', id: `go-${social.id}`, account: 'ada@example.com' });
    const time = expect.stringMatching(/Z$/);
    expect(await fetchMethods(caller)).toEqual({
      password: false,
      identities: [
        { ...social, account: null, linkedAt: time },
        { type: 'google', id: `go-${social.id}`, account: 'ada@example.com', linkedAt: time },
      ],
    });
    expect((await logIn(test, caller.user.email, TEST_PASSWORD)).status).toBe(401);
  });
});
