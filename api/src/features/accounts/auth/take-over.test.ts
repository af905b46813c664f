import { generateKeyPairSync, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { knownDevices, pendingSignUps, sessions, socialIdentities, users } from '../schema.ts';
import { usedProofs } from '../../../platform/identity/schema.ts';
import { createFirebaseVerifier } from '../../../platform/identity/firebase-verifier.ts';
import type { IdentityVerifier } from '../../../platform/identity/identity-verifier.ts';
import { base64url, claimsWith, FIREBASE_PERSON, startFakeFirebase, unsignedToken } from '../../../testing/fake-firebase.ts';
import type { FakeFirebase } from '../../../testing/fake-firebase.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { userIn } from '../../../testing/accounts.ts';

/** Forged payloads and replays against the product as it is, with Firebase's own verification of tokens. */
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
const VICTIM = { email: 'victim@example.com', id: 'victim-at-github' };
const ATTACKER = { email: 'attacker@example.com', id: 'attacker-at-github' };
let firebase: FakeFirebase;
let test: TestApp;
let inEmulatorMode: IdentityVerifier;
let verifier: IdentityVerifier;

beforeAll(async () => {
  firebase = await startFakeFirebase();
  inEmulatorMode = createFirebaseVerifier({ ...project, emulatorHost: firebase.host }, 'take-over');
  const identity: IdentityVerifier = {
    verify: (idToken) => verifier.verify(idToken),
    forget: (person) => verifier.forget(person),
  };
  test = await createTestApp({ ports: { identity } });
  const { id } = await test.user({ email: VICTIM.email, passwordHash: null });
  await test.db.insert(socialIdentities).values({ type: 'github', socialId: VICTIM.id, userId: id });
});
beforeEach(() => {
  verifier = inEmulatorMode;
  firebase.people = [FIREBASE_PERSON];
});
afterAll(async () => {
  await test.close();
  await firebase.close();
});

interface Person {
  email: string;
  id: string;
}

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
    ['no token', undefined],
    ['an empty token', ''],
    ['a token that is null', null],
    ['a token that is no text', { sub: 'uid-1' }],
    ['a token that is none', 'nonsense'],
  ])('%s', async (_what, idToken) => {
    expect(await outcomeOf(payloadOf(VICTIM, idToken))).toEqual(REFUSED);
  });

  it.each([
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

  it('a person whom the provider has disabled', async () => {
    firebase.people = [{ ...FIREBASE_PERSON, disabled: true }];
    expect(await outcomeOf(payloadOf(VICTIM, tokenOf(VICTIM)))).toEqual(REFUSED);
  });
});

describe('a replay is 401', () => {
  it('of the payload, at once and after sign-out', async () => {
    const payload = payloadOf(VICTIM, tokenOf(VICTIM));
    const { status, body } = await send(payload);
    expect(status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
    const headers = { authorization: `Bearer ${userIn(body).token ?? ''}` };
    expect((await test.ask('POST', '/api/auth/logout', { headers })).status).toBe(200);
    expect(await outcomeOf(payload)).toEqual(REFUSED);
  });

  it('of the session after sign-out', async () => {
    const { body } = await send(payloadOf(VICTIM, tokenOf(VICTIM, { auth_time: Math.floor(Date.now() / 1000) - 30 })));
    const headers = { authorization: `Bearer ${userIn(body).token ?? ''}` };
    await test.ask('POST', '/api/auth/logout', { headers });
    for (const url of ['/api/auth/profile', '/api/auth/sessions', '/api/auth/sign-in-methods'])
      expect((await test.ask('GET', url, { headers })).status).toBe(401);
  });

  it('for all but one of ten that come at once', async () => {
    const payload = payloadOf(VICTIM, tokenOf(VICTIM, { auth_time: Math.floor(Date.now() / 1000) - 40 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(payload)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('for all but one of two sign-ups that come at once', async () => {
    const person = { email: 'new@example.com', id: 'new-at-github' };
    const payload = payloadOf(person, tokenOf(person), 'signup');
    const answers = await Promise.all([send(payload), send(payload)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });
});

// Last: a real project's verifier turns the emulator's tokens off for the whole process.
describe('outside emulator mode, a forged social payload is 401 and no account changes', () => {
  beforeEach(() => {
    verifier = real;
  });
  let real: IdentityVerifier;
  beforeAll(() => {
    real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'take-over-real');
  });

  it.each([
    ['unsigned', () => tokenOf(VICTIM)],
    ['signed for another project', () => signedToken(claimsOf(VICTIM, ANOTHER_PROJECT))],
  ])('%s', async (_what, token) => {
    expect(await outcomeOf(payloadOf(VICTIM, token()))).toEqual(REFUSED);
  });
});
