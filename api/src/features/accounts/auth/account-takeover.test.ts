import { generateKeyPairSync, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { knownDevices, pendingSignUps, sessions, socialIdentities, users } from '../schema.ts';
import { provenLinks, usedProofs } from '../../../platform/identity/schema.ts';
import { createFirebaseVerifier } from '../../../platform/identity/firebase-verifier.ts';
import type { IdentityVerifier } from '../../../platform/identity/identity-verifier.ts';
import { base64url, buildClaims, startFakeFirebase, unsignedToken } from '../../../testing/fake-firebase.ts';
import type { FakeFirebase } from '../../../testing/fake-firebase.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { getSessionHeaders, signUpAs, getSortedStatuses, getUser } from '../../../testing/accounts.ts';

/** Forged payloads and replays against the product as it is, with Firebase's own verification of tokens. */
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
const VICTIM = { email: 'victim@example.com', id: 'victim-at-github' };
const ATTACKER = { email: 'attacker@example.com', id: 'attacker-at-github' };
let firebase: FakeFirebase;
let test: TestApp;
let verifier: IdentityVerifier;
let victim: string;

beforeAll(async () => {
  firebase = await startFakeFirebase();
  verifier = createFirebaseVerifier({ ...project, emulatorHost: firebase.host }, 'take-over');
  const identity: IdentityVerifier = {
    verify: (idToken) => verifier.verify(idToken),
    redeemLink: (link) => verifier.redeemLink(link),
    deleteUser: (person) => verifier.deleteUser(person),
  };
  test = await createTestApp({ ports: { identity } });
  const { id } = await test.user({ email: VICTIM.email, passwordHash: null });
  victim = id;
  await test.db.insert(socialIdentities).values({ type: 'github', socialId: VICTIM.id, userId: id });
});
afterAll(async () => {
  await test.close();
  await firebase.close();
});

type Person = typeof VICTIM;

const claimsOf = ({ email, id }: Person, changes: object = {}) => ({
  email,
  firebase: { sign_in_provider: 'github.com', identities: { 'github.com': [id], email: [email] } },
  ...changes,
});
/** What the provider says of a person's popup. */
const tokenOf = (person: Person, changes: object = {}) => unsignedToken(claimsOf(person, changes));

/** What the provider says of a sign-in with a password, once the address is proven there. */
const passwordTokenOf = ({ email, id }: Person) =>
  unsignedToken({
    email,
    email_verified: true,
    firebase: { sign_in_provider: 'password', identities: { 'github.com': [id], email: [email] } },
  });

/** What the page sends. */
const payloadOf = ({ email, id }: Person, idToken: unknown, socialMethod = 'login') => ({
  email,
  socialId: id,
  socialType: 'github',
  socialMethod,
  name: 'Mallory',
  image: null,
  role: 'seeker',
  idToken,
});
const send = (payload: object) => test.request('POST', '/api/auth/social-auth', { payload });

/** Everything that an account is made of. */
async function everything(): Promise<unknown[]> {
  const tables = [users, sessions, socialIdentities, pendingSignUps, usedProofs, provenLinks, knownDevices];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await test.db.select().from(table));
  return rows;
}

/** How a payload ends with each method, and whether it changes anything. */
async function outcomeOf(payload: object): Promise<unknown> {
  const before = await everything();
  const ends: unknown[] = [];
  for (const socialMethod of ['login', 'signup']) {
    const { status, body } = await send({ ...payload, socialMethod });
    ends.push({ status, code: body['code'], hasUser: 'user' in body });
  }
  return { ends, everything: isDeepStrictEqual(await everything(), before) ? 'as before' : 'changed' };
}
const REFUSAL = { status: 401, code: 'identity_mismatch', hasUser: false };
const REFUSED = { ends: [REFUSAL, REFUSAL], everything: 'as before' };

/** Signed with a key of the attacker's own, which says to be one of Google's. */
function signedToken(changes: object): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = `${base64url({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })}.${base64url(buildClaims(changes))}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
const ANOTHER_PROJECT = { aud: 'another', iss: 'https://securetoken.google.com/another' };

describe('a forged social payload is 401 and no account changes (product 11.11)', () => {
  it.each([
    ['no token', payloadOf(VICTIM, undefined)],
    ['an empty token', payloadOf(VICTIM, '')],
    ['a token that is null', payloadOf(VICTIM, null)],
    ['a token that is no text', payloadOf(VICTIM, { sub: 'uid-1' })],
    ['a token that is none', payloadOf(VICTIM, 'nonsense')],
    ['other project', payloadOf(VICTIM, tokenOf(VICTIM, ANOTHER_PROJECT))],
    ['other provider', { ...payloadOf(VICTIM, tokenOf(VICTIM)), socialType: 'google' }],
    ['the token of a password', payloadOf(VICTIM, passwordTokenOf(VICTIM))],
    ['other e-mail', payloadOf({ ...ATTACKER, email: VICTIM.email }, tokenOf(ATTACKER))],
    ["somebody's socialId", payloadOf({ ...ATTACKER, id: VICTIM.id }, tokenOf(ATTACKER))],
    ["somebody's socialId and e-mail", payloadOf(VICTIM, tokenOf(ATTACKER))],
    ['a sign-in that is too old', payloadOf(VICTIM, tokenOf(VICTIM, { auth_time: Math.floor(Date.now() / 1000) - 3000 }))],
  ])('%s', async (_what, payload) => {
    expect(await outcomeOf(payload)).toEqual(REFUSED);
  });
});

/** Someone whose provider's user has the victim's address, a password of their own and, since the victim followed a link, a proven address. */
const MERGED = { ...ATTACKER, email: VICTIM.email };

describe("the victim's address at the provider opens nothing (issue 49)", () => {
  it.each([
    ['login', { status: 401, code: 'invalid_credentials', hasUser: false }],
    ['signup', { status: 409, code: 'email_taken', hasUser: false }],
  ])('with a GitHub account of the attacker: %s', async (socialMethod, refusal) => {
    const before = await everything();
    const { status, body } = await send(payloadOf(MERGED, tokenOf(MERGED), socialMethod));
    expect({ status, code: body['code'], hasUser: 'user' in body }).toEqual(refusal);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['reset-password', {}],
    ['reset-password', { oobCode: 'guessed' }],
    ['reset-password/link', { oobCode: 'guessed' }],
    ['verify-email', {}],
    ['verify-email', { oobCode: 'guessed' }],
  ])('with a password of the attacker: %s %j', async (route, link) => {
    const pending = await signUpAs(test, `new-${VICTIM.email}`);
    const before = await everything();
    for (const email of [VICTIM.email, `new-${VICTIM.email}`]) {
      const idToken = passwordTokenOf({ ...MERGED, email });
      const payload = { idToken, email, password: 'password-of-the-attacker', ...link };
      const { status, body } = await test.request('POST', `/api/auth/${route}`, { payload, headers: pending.headers });
      expect([401, 422]).toContain(status);
      expect(body).not.toHaveProperty('user');
    }
    expect(await everything()).toEqual(before);
  });

  it('nor does a code that was emailed to the attacker', async () => {
    firebase.links.set('to-attacker', ATTACKER.email);
    const payload = { email: VICTIM.email, oobCode: 'to-attacker', password: 'password-of-the-attacker' };
    const before = await everything();
    for (const route of ['reset-password', 'reset-password/link', 'verify-email'])
      expect((await test.request('POST', `/api/auth/${route}`, { payload })).status).toBe(401);
    expect(await everything()).toEqual(before);
  });

  it('and the link that was emailed to the victim opens their account, whatever else the provider knows of the address', async () => {
    firebase.links.set('to-victim', VICTIM.email);
    const payload = { email: VICTIM.email, oobCode: 'to-victim', password: 'quiet-otters-tally-7' };
    const answer = await test.request('POST', '/api/auth/reset-password', {
      payload: { ...payload, keep: [{ type: 'github', id: VICTIM.id }] },
    });
    expect(answer.status).toBe(200);
    expect(getUser(answer.body)._id).toBe(victim);
  });
});

describe('a replay is 401', () => {
  it('of the payload, at once and after sign-out, and of the session after sign-out', async () => {
    const payload = payloadOf(VICTIM, tokenOf(VICTIM));
    const { status, body } = await send(payload);
    expect(status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
    expect((await test.request('POST', '/api/auth/logout', getSessionHeaders(body))).status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
    for (const url of ['/api/auth/profile', '/api/auth/sessions', '/api/auth/sign-in-methods'])
      expect((await test.request('GET', url, getSessionHeaders(body))).status).toBe(401);
  });

  it.each([
    ['sign-ins', 'login', VICTIM, 10],
    ['sign-ups', 'signup', { email: 'new@example.com', id: 'new-at-github' }, 2],
  ])('for all but one of %s that come at once', async (_what, method, person, times) => {
    const payload = payloadOf(person, tokenOf(person, { auth_time: Math.floor(Date.now() / 1000) - 40 }), method);
    const answers = await Promise.all(Array.from({ length: times }, () => send(payload)));
    expect(getSortedStatuses(answers)).toEqual([200, ...Array(times - 1).fill(401)]);
  });
});

// Last: a real project's verifier turns the emulator's tokens off for the whole process.
it('outside emulator mode an unsigned payload is 401, and so is one signed for another project', async () => {
  verifier = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'take-over-real');
  for (const token of [tokenOf(VICTIM), signedToken(claimsOf(VICTIM, ANOTHER_PROJECT))])
    expect(await outcomeOf(payloadOf(VICTIM, token))).toEqual(REFUSED);
});
