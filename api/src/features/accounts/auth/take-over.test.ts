import { generateKeyPairSync, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { knownDevices, pendingSignUps, sessions, socialIdentities, users } from '../schema.ts';
import { usedProofs } from '../../../platform/identity/schema.ts';
import { createFirebaseVerifier } from '../../../platform/identity/firebase-verifier.ts';
import type { IdentityVerifier } from '../../../platform/identity/identity-verifier.ts';
import { base64url, claimsWith, startFakeFirebase, unsignedToken } from '../../../testing/fake-firebase.ts';
import type { FakeFirebase } from '../../../testing/fake-firebase.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { sessionIn, statusesOf } from '../../../testing/accounts.ts';

/** Forged payloads and replays against the product as it is, with Firebase's own verification of tokens. */
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
const VICTIM = { email: 'victim@example.com', id: 'victim-at-github' };
const ATTACKER = { email: 'attacker@example.com', id: 'attacker-at-github' };
let firebase: FakeFirebase;
let test: TestApp;
let verifier: IdentityVerifier;

beforeAll(async () => {
  firebase = await startFakeFirebase();
  verifier = createFirebaseVerifier({ ...project, emulatorHost: firebase.host }, 'take-over');
  const identity: IdentityVerifier = {
    verify: (idToken) => verifier.verify(idToken),
    forget: (person) => verifier.forget(person),
  };
  test = await createTestApp({ ports: { identity } });
  const { id } = await test.user({ email: VICTIM.email, passwordHash: null });
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
const send = (payload: object) => test.ask('POST', '/api/auth/social-auth', { payload });

/** Everything that an account is made of. */
async function everything(): Promise<unknown[]> {
  const tables = [users, sessions, socialIdentities, pendingSignUps, usedProofs, knownDevices];
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
  const text = `${base64url({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })}.${base64url(claimsWith(changes))}`;
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
    ['the token of an e-mail link', payloadOf(VICTIM, unsignedToken({ email: VICTIM.email }))],
    ['other e-mail', payloadOf({ ...ATTACKER, email: VICTIM.email }, tokenOf(ATTACKER))],
    ["somebody's socialId", payloadOf({ ...ATTACKER, id: VICTIM.id }, tokenOf(ATTACKER))],
    ["somebody's socialId and e-mail", payloadOf(VICTIM, tokenOf(ATTACKER))],
    [
      "somebody's e-mail that the provider does not vouch for",
      payloadOf({ ...ATTACKER, email: VICTIM.email }, tokenOf({ ...ATTACKER, email: VICTIM.email }, { email_verified: false })),
    ],
    ['a sign-in that is too old', payloadOf(VICTIM, tokenOf(VICTIM, { auth_time: Math.floor(Date.now() / 1000) - 3000 }))],
  ])('%s', async (_what, payload) => {
    expect(await outcomeOf(payload)).toEqual(REFUSED);
  });
});

describe('a replay is 401', () => {
  it('of the payload, at once and after sign-out, and of the session after sign-out', async () => {
    const payload = payloadOf(VICTIM, tokenOf(VICTIM));
    const { status, body } = await send(payload);
    expect(status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
    expect((await test.ask('POST', '/api/auth/logout', sessionIn(body))).status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
    for (const url of ['/api/auth/profile', '/api/auth/sessions', '/api/auth/sign-in-methods'])
      expect((await test.ask('GET', url, sessionIn(body))).status).toBe(401);
  });

  it.each([
    ['sign-ins', 'login', VICTIM, 10],
    ['sign-ups', 'signup', { email: 'new@example.com', id: 'new-at-github' }, 2],
  ])('for all but one of %s that come at once', async (_what, method, person, times) => {
    const payload = payloadOf(person, tokenOf(person, { auth_time: Math.floor(Date.now() / 1000) - 40 }), method);
    const answers = await Promise.all(Array.from({ length: times }, () => send(payload)));
    expect(statusesOf(answers)).toEqual([200, ...Array(times - 1).fill(401)]);
  });
});

// Last: a real project's verifier turns the emulator's tokens off for the whole process.
it('outside emulator mode an unsigned payload is 401, and so is one signed for another project', async () => {
  verifier = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'take-over-real');
  for (const token of [tokenOf(VICTIM), signedToken(claimsOf(VICTIM, ANOTHER_PROJECT))])
    expect(await outcomeOf(payloadOf(VICTIM, token))).toEqual(REFUSED);
});
