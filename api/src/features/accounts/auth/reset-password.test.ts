import { eq } from 'drizzle-orm';
import type { EmailLinkBody } from '@solvent/contracts';
import { users } from '../../../schema/index.ts';
import { provenLinks, usedProofs } from '../../../platform/schema.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/factories.ts';
import { idTokenFor, createEmailLink } from '../../../testing/fake-identity.ts';
import { linkSocial } from './users.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import {
  isSignedIn,
  logIn,
  getSessionHeaders,
  signUpAs,
  socialAuth,
  getSortedStatuses,
  getUser,
} from '../../../testing/accounts.ts';
import { connect, listen, waitUntilRevoked } from '../../../testing/sign-in-sockets.ts';

const test = setUpTestApp();
let address: string;
beforeAll(async () => {
  address = await listen(test);
});

const NEW = 'correct-horse-battery-9';
const reset = (email: string, password = NEW, link: object = createEmailLink(email), more: object = {}) =>
  test.request('POST', '/api/auth/reset-password', { payload: { email, ...link, password, ...more } });
const openLink = (payload: EmailLinkBody) => test.request('POST', '/api/auth/reset-password/link', { payload });
const readPasswordHash = async (id: string) => (await test.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;

describe('POST /api/auth/reset-password (product 11.12)', () => {
  it('sets a new password for the verified address, and signs in', async () => {
    const user = await test.user();
    const { status, body } = await reset(user.email);
    expect(status).toBe(200);
    expect(getUser(body)).toMatchObject({ _id: user.id, email: user.email, isEmailVerified: true });
    expect(await isSignedIn(test, getSessionHeaders(body))).toBe(true);
    expect((await logIn(test, user.email, NEW)).status).toBe(200);
    expect((await logIn(test, user.email, TEST_PASSWORD)).status).toBe(401);
  });

  it('ends all sessions of the user and disconnects their sockets', async () => {
    const here = await test.signedIn('seeker');
    const there = await signIn(test.db, here.user);
    const other = await test.signedIn('seeker');
    const socket = await connect(address, there.token);
    const disconnected = waitUntilRevoked(socket);
    await reset(here.user.email);
    await disconnected;
    expect(await Promise.all([here, there, other].map((caller) => isSignedIn(test, caller)))).toEqual([false, false, true]);
  });

  it('sets a first password for a user with GitHub only', async () => {
    const user = await test.user({ passwordHash: null });
    expect((await reset(user.email)).status).toBe(200);
    expect((await logIn(test, user.email, NEW)).status).toBe(200);
  });

  it('accepts a link once, also of two concurrent requests', async () => {
    const user = await test.user();
    const link = createEmailLink(user.email);
    const responses = await Promise.all([NEW, 'another-good-password'].map((password) => reset(user.email, password, link)));
    expect(getSortedStatuses(responses)).toEqual([200, 401]);
    expect(await reset(user.email, 'one-more-good-password', link)).toMatchObject({
      status: 401,
      body: { code: 'identity_mismatch', message: 'This sign-in has been used already. Please start again.' },
    });
    expect((await logIn(test, user.email, 'one-more-good-password')).status).toBe(401);
  });

  it('keeps the link valid when the password is rejected', async () => {
    const user = await test.user();
    const link = createEmailLink(user.email);
    expect(await reset(user.email, 'password123', link)).toMatchObject({
      status: 422,
      body: { errors: { password: 'This password is known from data breaches. Choose another one.' } },
    });
    expect((await reset(user.email, NEW, link)).status).toBe(200);
  });

  it('keeps an opened link valid for half an hour', async () => {
    const user = await test.user();
    const link = createEmailLink(user.email);
    expect((await openLink(link)).status).toBe(200);
    await test.db.update(provenLinks).set({ redeemedAt: new Date(Date.now() - 31 * 60_000) });
    expect(await reset(user.email, NEW, link)).toMatchObject({
      status: 401,
      body: { errors: { oobCode: 'This link was opened too long ago. Get a new one.' } },
    });
    await test.db.update(provenLinks).set({ redeemedAt: new Date(Date.now() - 29 * 60_000) });
    expect((await reset(user.email, NEW, link)).status).toBe(200);
    await test.db.update(provenLinks).set({ redeemedAt: new Date(Date.now() - 3 * 3600_000) });
    await test.runJobs();
    expect(await test.db.$count(provenLinks)).toBe(0);
  });
});

describe('linked accounts at a reset (product 2.13, 11.12)', () => {
  // In the order of their ids, which break ties within a millisecond.
  const github = { type: 'github', id: 'gh-1-of-owner' } as const;
  const foreign = { type: 'github', id: 'gh-2-of-attacker' } as const;

  it('are listed for the link, and removed unless kept', async () => {
    const user = await test.user();
    for (const [social, account] of [
      [github, 'owner'],
      [foreign, 'attacker'],
    ] as const)
      await linkSocial(test.db, user.id, { ...social, account });
    const link = createEmailLink(user.email);
    expect(await openLink(link)).toMatchObject({
      status: 200,
      body: {
        identities: [
          { ...github, account: 'owner' },
          { ...foreign, account: 'attacker' },
        ],
      },
    });
    expect((await reset(user.email, NEW, link, { keep: [github] })).status).toBe(200);
    const statuses: number[] = [];
    for (const social of [github, foreign]) statuses.push((await socialAuth(test, { ...social, email: user.email })).status);
    expect(statuses).toEqual([200, 401]);
  });

  it('are removed by default, and those of another user cannot be kept', async () => {
    const [user, other] = [await test.user(), await test.user()];
    const [own, theirs] = [
      { type: 'google', id: 'go-1' },
      { type: 'google', id: 'go-2' },
    ] as const;
    await linkSocial(test.db, user.id, { ...own, account: null });
    await linkSocial(test.db, other.id, { ...theirs, account: null });
    expect((await reset(user.email, NEW, createEmailLink(user.email), { keep: [theirs] })).status).toBe(200);
    expect((await socialAuth(test, { ...own, email: user.email })).status).toBe(401);
    expect(getUser((await socialAuth(test, { ...theirs, email: other.email })).body)._id).toBe(other.id);
  });

  it('are hidden without the link', async () => {
    const { email } = await test.user();
    expect((await openLink({ email, oobCode: 'made-up' })).status).toBe(401);
    expect((await openLink({ ...createEmailLink('someone@example.com'), email })).status).toBe(401);
  });
});

describe('POST /api/auth/reset-password without a valid proof', () => {
  it.each([
    ['a made-up link', (_email: string) => ({ oobCode: 'made-up' }), 401, /used already/],
    [
      'a link that was sent to another address',
      (email: string) => ({ ...createEmailLink(`not-${email}`), email }),
      401,
      /another address/,
    ],
    [
      'a link to an address without an account',
      () => createEmailLink('nobody-at-all@example.com'),
      401,
      /No account uses this email address/,
    ],
    [
      'a token of the identity provider (issue 49)',
      () => ({ idToken: idTokenFor({ type: 'github', id: 'gh-1' }) }),
      422,
      /link is incomplete/,
    ],
  ])('rejects %s and changes nothing', async (_what, linkFor, status, message) => {
    const caller = await test.signedIn('seeker');
    const { user } = caller;
    const proofs = await test.db.select().from(usedProofs);
    expect(await reset(user.email, NEW, linkFor(user.email))).toMatchObject({
      status,
      body: { message: expect.stringMatching(message) },
    });
    expect(await readPasswordHash(user.id)).toBe(user.passwordHash);
    expect(await isSignedIn(test, caller)).toBe(true);
    expect(await test.db.select().from(usedProofs)).toEqual(proofs);
  });

  it('explains how to finish a pending sign-up', async () => {
    await signUpAs(test, 'waiting@example.com');
    const message =
      'This email address is not confirmed yet. Please open the link in the mail that confirms it, or sign up again.';
    expect(await reset('waiting@example.com')).toMatchObject({ status: 401, body: { message } });
  });
});
