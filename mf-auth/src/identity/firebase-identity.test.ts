import { getRuntimeConfig } from '@solvent/http';
import { firebaseIdentity } from './firebase-identity.ts';
import { identity } from './identity.ts';
import { IdentityError } from './identity-error.ts';

interface Call {
  path: string;
  body: Record<string, unknown>;
}

/** Firebase's own answers, at the network's edge. */
function answerWith(answers: Record<string, { status?: number; body: object } | Error>): Call[] {
  const calls: Call[] = [];
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.origin + url.pathname;
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    if (!answer) throw new Error(`No answer for ${path}`);
    calls.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} });
    if (answer instanceof Error) throw answer;
    const { status = 200, body } = answer;
    // The part of a response that Firebase reads: jsdom has none.
    return { ok: status < 400, status, json: async () => body } as Response;
  };
  return calls;
}

const base64url = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
/** In s, once: a token that is made again, to compare with, is the same one also where a second has passed. */
const ISSUED = Math.floor(Date.now() / 1000);
const idTokenFor = (email: string) =>
  `${base64url({ alg: 'none' })}.${base64url({ sub: 'uid-1', email, iat: ISSUED, exp: ISSUED + 3600 })}.signature`;

const signedIn = (email: string) => ({
  'accounts:signInWithEmailLink': {
    body: { idToken: idTokenFor(email), refreshToken: 'refresh', expiresIn: '3600', localId: 'uid-1', email },
  },
  'accounts:lookup': { body: { users: [{ localId: 'uid-1', email, emailVerified: true, providerUserInfo: [] }] } },
});
const refusal = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });
const link = (code: string) => `http://localhost/finishSignUp?apiKey=test-key&mode=signIn&oobCode=${code}&lang=en`;

describe('Firebase behind the port (product 1.7, 2.13)', () => {
  it.each([
    ['sign-up', 'http://localhost/finishSignUp'],
    ['reset-password', 'http://localhost/reset-password'],
  ] as const)('sends a link for %s, which returns to its page, with the configured emulator', async (purpose, continueUrl) => {
    const calls = answerWith({ 'accounts:sendOobCode': { body: { email: 'ada@example.com' } } });
    await identity.sendEmailLink('ada@example.com', purpose);
    expect(calls).toEqual([
      {
        path: 'http://localhost:9099/identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
        body: expect.objectContaining({
          requestType: 'EMAIL_SIGNIN',
          email: 'ada@example.com',
          continueUrl,
          canHandleCodeInApp: true,
        }),
      },
    ]);
  });

  it.each([
    ['a whole link', link('abc'), true],
    ['an address without its parts', 'http://localhost/finishSignUp', false],
    ['a link for something else', 'http://localhost/finishSignUp?apiKey=k&mode=resetPassword&oobCode=abc', false],
  ])('recognizes %s', async (_name, href, expected) => {
    expect(await identity.isEmailLink(href)).toBe(expected);
  });

  it('exchanges a link for an ID token, once for each link', async () => {
    const calls = answerWith(signedIn('ada@example.com'));
    const [first, second] = await Promise.all([
      identity.proveByEmailLink('ada@example.com', link('once')),
      identity.proveByEmailLink('ada@example.com', link('once')),
    ]);
    expect(first).toBe(idTokenFor('ada@example.com'));
    expect(second).toBe(first);
    expect(await identity.proveByEmailLink('ada@example.com', link('once'))).toBe(first);
    const uses = calls.filter(({ path }) => path.endsWith('accounts:signInWithEmailLink'));
    expect(uses.map(({ body }) => body)).toEqual([expect.objectContaining({ email: 'ada@example.com', oobCode: 'once' })]);
  });

  it.each([
    ['INVALID_OOB_CODE', 'invalid-link'],
    ['EXPIRED_OOB_CODE', 'expired-link'],
    ['INVALID_EMAIL', 'wrong-address'],
    ['USER_DISABLED', 'refused'],
  ])('maps the failure %s', async (message, failure) => {
    answerWith({ 'accounts:signInWithEmailLink': refusal(message) });
    await expect(identity.proveByEmailLink('ada@example.com', link(message))).rejects.toMatchObject({
      name: 'IdentityError',
      failure,
    });
  });

  it('checks a link without using it', async () => {
    const calls = answerWith({ 'accounts:resetPassword': { body: { requestType: 'EMAIL_SIGNIN' } } });
    await identity.checkEmailLink(link('fresh'));
    expect(calls.map(({ body }) => body)).toEqual([{ oobCode: 'fresh' }]);
  });

  it.each([
    ['INVALID_OOB_CODE', 'invalid-link'],
    ['EXPIRED_OOB_CODE', 'expired-link'],
  ])('rejects a checked link: %s', async (message, failure) => {
    answerWith({ 'accounts:resetPassword': refusal(message) });
    await expect(identity.checkEmailLink(link('old'))).rejects.toMatchObject({ name: 'IdentityError', failure });
  });

  it('sends no request for an address that is no link', async () => {
    const calls = answerWith({});
    await expect(identity.checkEmailLink('http://localhost/reset-password')).rejects.toMatchObject({ failure: 'invalid-link' });
    expect(calls).toEqual([]);
  });

  it('tries a link again after a failure', async () => {
    answerWith({ 'accounts:signInWithEmailLink': new TypeError('Failed to fetch') });
    const failed = identity.proveByEmailLink('ada@example.com', link('later'));
    await expect(failed).rejects.toBeInstanceOf(IdentityError);
    await expect(failed).rejects.toMatchObject({ failure: 'unreachable' });
    answerWith(signedIn('ada@example.com'));
    expect(await identity.proveByEmailLink('ada@example.com', link('later'))).toBe(idTokenFor('ada@example.com'));
  });

  it('stores nothing in the browser', async () => {
    answerWith(signedIn('mira@example.com'));
    await firebaseIdentity.proveByEmailLink('mira@example.com', link('kept'));
    expect(Object.keys(localStorage)).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

it('loads the emulated script of popups with the local emulator alone', async () => {
  const configured = getRuntimeConfig().identity;
  const { emulatorUrl = '' } = configured;
  await identity.isEmailLink('http://localhost/');
  expect(window).toHaveProperty('gapi.iframes');
  Reflect.deleteProperty(window, 'gapi');
  delete configured.emulatorUrl;
  await identity.isEmailLink('http://localhost/');
  expect(window).not.toHaveProperty('gapi');
  configured.emulatorUrl = emulatorUrl;
});
