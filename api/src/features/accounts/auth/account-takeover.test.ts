import { generateKeyPairSync, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { knownDevices, pendingSignUps, sessions, socialIdentities, users } from '../../../schema/index.ts';
import { provenLinks, usedProofs } from '../../../platform/schema.ts';
import { createFirebaseVerifier } from '../../../platform/identity/firebase-verifier.ts';
import type { IdentityVerifier } from '../../../platform/identity/identity-verifier.ts';
import { base64url, buildClaims, startFakeFirebase, unsignedToken } from '../../../testing/fake-firebase.ts';
import type { FakeFirebase } from '../../../testing/fake-firebase.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { getSessionHeaders, signUpAs, getSortedStatuses, getUser } from '../../../testing/accounts.ts';

/** Uses Firebase's own token verification. */
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

const buildPersonClaims = ({ email, id }: Person, changes: object = {}) => ({
  email,
  firebase: { sign_in_provider: 'github.com', identities: { 'github.com': [id], email: [email] } },
  ...changes,
});
const createPopupToken = (person: Person, changes: object = {}) => unsignedToken(buildPersonClaims(person, changes));

/** For a sign-in with a password whose address the provider has verified. */
const createPasswordToken = ({ email, id }: Person) =>
  unsignedToken({
    email,
    email_verified: true,
    firebase: { sign_in_provider: 'password', identities: { 'github.com': [id], email: [email] } },
  });

const buildPayload = ({ email, id }: Person, idToken: unknown, socialMethod = 'login') => ({
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

async function readAccountTables(): Promise<unknown[]> {
  const tables = [users, sessions, socialIdentities, pendingSignUps, usedProofs, provenLinks, knownDevices];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await test.db.select().from(table));
  return rows;
}

/** Outcomes with each method, and whether any account changed. */
async function getOutcome(payload: object): Promise<unknown> {
  const before = await readAccountTables();
  const results: unknown[] = [];
  for (const socialMethod of ['login', 'signup']) {
    const { status, body } = await send({ ...payload, socialMethod });
    results.push({ status, code: body['code'], hasUser: 'user' in body });
  }
  return { results, accounts: isDeepStrictEqual(await readAccountTables(), before) ? 'as before' : 'changed' };
}
const REFUSAL = { status: 401, code: 'identity_mismatch', hasUser: false };
const REFUSED = { results: [REFUSAL, REFUSAL], accounts: 'as before' };

/** Signed with the attacker's own key under the id of a Google key. */
function signedToken(changes: object): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = `${base64url({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })}.${base64url(buildClaims(changes))}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
const OTHER_PROJECT = { aud: 'another', iss: 'https://securetoken.google.com/another' };

describe('a forged social payload gets 401 and changes no account (product 11.11)', () => {
  it.each([
    ['no token', buildPayload(VICTIM, undefined)],
    ['an empty token', buildPayload(VICTIM, '')],
    ['a token that is null', buildPayload(VICTIM, null)],
    ['a token that is not a string', buildPayload(VICTIM, { sub: 'uid-1' })],
    ['an invalid token', buildPayload(VICTIM, 'nonsense')],
    ['a token of another project', buildPayload(VICTIM, createPopupToken(VICTIM, OTHER_PROJECT))],
    ['another provider', { ...buildPayload(VICTIM, createPopupToken(VICTIM)), socialType: 'google' }],
    ['a token of a password sign-in', buildPayload(VICTIM, createPasswordToken(VICTIM))],
    ['another email address', buildPayload({ ...ATTACKER, email: VICTIM.email }, createPopupToken(ATTACKER))],
    ["another user's socialId", buildPayload({ ...ATTACKER, id: VICTIM.id }, createPopupToken(ATTACKER))],
    ["another user's socialId and email address", buildPayload(VICTIM, createPopupToken(ATTACKER))],
    [
      'a sign-in that is too old',
      buildPayload(VICTIM, createPopupToken(VICTIM, { auth_time: Math.floor(Date.now() / 1000) - 3000 })),
    ],
  ])('%s', async (_what, payload) => {
    expect(await getOutcome(payload)).toEqual(REFUSED);
  });
});

/** An attacker whose user at the provider has the victim's address, verified by the victim's click on an emailed link. */
const MERGED = { ...ATTACKER, email: VICTIM.email };

describe("the victim's address at the provider gives no access (issue 49)", () => {
  it.each([
    ['login', { status: 401, code: 'invalid_credentials', hasUser: false }],
    ['signup', { status: 409, code: 'email_taken', hasUser: false }],
  ])('to a GitHub account of the attacker: %s', async (socialMethod, refusal) => {
    const before = await readAccountTables();
    const { status, body } = await send(buildPayload(MERGED, createPopupToken(MERGED), socialMethod));
    expect({ status, code: body['code'], hasUser: 'user' in body }).toEqual(refusal);
    expect(await readAccountTables()).toEqual(before);
  });

  it.each([
    ['reset-password', {}],
    ['reset-password', { oobCode: 'guessed' }],
    ['reset-password/link', { oobCode: 'guessed' }],
    ['verify-email', {}],
    ['verify-email', { oobCode: 'guessed' }],
  ])('to a password of the attacker: %s %j', async (route, link) => {
    const pending = await signUpAs(test, `new-${VICTIM.email}`);
    const before = await readAccountTables();
    for (const email of [VICTIM.email, `new-${VICTIM.email}`]) {
      const idToken = createPasswordToken({ ...MERGED, email });
      const payload = { idToken, email, password: 'password-of-the-attacker', ...link };
      const { status, body } = await test.request('POST', `/api/auth/${route}`, { payload, headers: pending.headers });
      expect([401, 422]).toContain(status);
      expect(body).not.toHaveProperty('user');
    }
    expect(await readAccountTables()).toEqual(before);
  });

  it('to a code that was emailed to the attacker', async () => {
    firebase.links.set('to-attacker', ATTACKER.email);
    const payload = { email: VICTIM.email, oobCode: 'to-attacker', password: 'password-of-the-attacker' };
    const before = await readAccountTables();
    for (const route of ['reset-password', 'reset-password/link', 'verify-email'])
      expect((await test.request('POST', `/api/auth/${route}`, { payload })).status).toBe(401);
    expect(await readAccountTables()).toEqual(before);
  });

  it('except to the link that was emailed to the victim', async () => {
    firebase.links.set('to-victim', VICTIM.email);
    const payload = { email: VICTIM.email, oobCode: 'to-victim', password: 'quiet-otters-tally-7' };
    const response = await test.request('POST', '/api/auth/reset-password', {
      payload: { ...payload, keep: [{ type: 'github', id: VICTIM.id }] },
    });
    expect(response.status).toBe(200);
    expect(getUser(response.body)._id).toBe(victim);
  });
});

describe('a replay gets 401', () => {
  it('of the payload, at once and after sign-out, and of the session after sign-out', async () => {
    const payload = buildPayload(VICTIM, createPopupToken(VICTIM));
    const { status, body } = await send(payload);
    expect(status).toBe(200);
    expect(await getOutcome(payload)).toEqual(REFUSED);
    expect((await test.request('POST', '/api/auth/logout', getSessionHeaders(body))).status).toBe(200);
    expect(await getOutcome(payload)).toEqual(REFUSED);
    for (const url of ['/api/auth/profile', '/api/auth/sessions', '/api/auth/sign-in-methods'])
      expect((await test.request('GET', url, getSessionHeaders(body))).status).toBe(401);
  });

  it.each([
    ['sign-ins', 'login', VICTIM, 10],
    ['sign-ups', 'signup', { email: 'new@example.com', id: 'new-at-github' }, 2],
  ])('for all but one of concurrent %s', async (_what, method, person, times) => {
    const payload = buildPayload(person, createPopupToken(person, { auth_time: Math.floor(Date.now() / 1000) - 40 }), method);
    const responses = await Promise.all(Array.from({ length: times }, () => send(payload)));
    expect(getSortedStatuses(responses)).toEqual([200, ...Array(times - 1).fill(401)]);
  });
});

// Must be last: a real project's verifier disables emulator tokens for the whole process.
it('outside emulator mode, an unsigned token and one for another project get 401', async () => {
  verifier = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'take-over-real');
  for (const token of [createPopupToken(VICTIM), signedToken(buildPersonClaims(VICTIM, OTHER_PROJECT))])
    expect(await getOutcome(buildPayload(VICTIM, token))).toEqual(REFUSED);
});
