import { getRuntimeConfig } from '@solvent/http';
import { firebaseIdentity } from './firebase-identity.ts';
import { identity } from './identity.ts';

interface Call {
  path: string;
  body: Record<string, unknown>;
}

/** Replaces `fetch` with responses by the end of the path. */
function fakeFirebase(answers: Record<string, { status?: number; body: object } | Error>): Call[] {
  const calls: Call[] = [];
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.origin + url.pathname;
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    if (!answer) throw new Error(`No answer for ${path}`);
    calls.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} });
    if (answer instanceof Error) throw answer;
    const { status = 200, body } = answer;
    // Only the part of a Response that Firebase reads; jsdom has no Response.
    return { ok: status < 400, status, json: async () => body } as Response;
  };
  return calls;
}

describe('the Firebase identity provider (product 1.7, 2.13)', () => {
  it.each([
    ['sign-up', undefined, 'http://localhost/finishSignUp'],
    ['sign-up', '/problems?q=a', 'http://localhost/finishSignUp?from=%2Fproblems%3Fq%3Da'],
    ['reset-password', undefined, 'http://localhost/reset-password'],
  ] as const)(
    'sends a link for %s and %s through the configured emulator, with its page as target',
    async (purpose, returnTo, continueUrl) => {
      const calls = fakeFirebase({ 'accounts:sendOobCode': { body: { email: 'ada@example.com' } } });
      await identity.sendEmailLink('ada@example.com', purpose, returnTo);
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
    },
  );

  it('rejects with an IdentityError', async () => {
    fakeFirebase({
      'accounts:sendOobCode': { status: 400, body: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } },
    });
    await expect(identity.sendEmailLink('ada@example.com', 'sign-up')).rejects.toMatchObject({
      name: 'IdentityError',
      failure: 'refused',
    });
    fakeFirebase({ 'accounts:sendOobCode': new TypeError('Failed to fetch') });
    await expect(identity.sendEmailLink('ada@example.com', 'sign-up')).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('stores nothing in the browser', async () => {
    fakeFirebase({ 'accounts:sendOobCode': { body: { email: 'mira@example.com' } } });
    await firebaseIdentity.sendEmailLink('mira@example.com', 'sign-up');
    expect(Object.keys(localStorage)).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

it('loads the gapi emulator only with the local emulator', async () => {
  fakeFirebase({ 'accounts:sendOobCode': { body: {} } });
  const configured = getRuntimeConfig().identity;
  const { emulatorUrl = '' } = configured;
  await identity.sendEmailLink('ada@example.com', 'sign-up');
  expect(window).toHaveProperty('gapi.iframes');
  Reflect.deleteProperty(window, 'gapi');
  delete configured.emulatorUrl;
  await identity.sendEmailLink('ada@example.com', 'sign-up');
  expect(window).not.toHaveProperty('gapi');
  configured.emulatorUrl = emulatorUrl;
});
