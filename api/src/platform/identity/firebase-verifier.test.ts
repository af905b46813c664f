import { FIREBASE_PERSON, startFakeFirebase, unsignedToken as tokenOf } from '../../testing/fake-firebase.ts';
import type { FakeFirebase } from '../../testing/fake-firebase.ts';
import { openLine } from '../../../../scripts/test/line.mjs';
import { createFirebaseVerifier } from './firebase-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
let firebase: FakeFirebase;
let verifier: IdentityVerifier;

beforeAll(async () => {
  firebase = await startFakeFirebase();
  verifier = createFirebaseVerifier({ ...project, emulatorHost: firebase.host }, 'verifier-test');
});
beforeEach(() => {
  firebase.people = [FIREBASE_PERSON];
});
afterAll(() => firebase.close());

const now = () => Math.floor(Date.now() / 1000);
const signedInWith = (provider: string, identities: object) => tokenOf({ firebase: { sign_in_provider: provider, identities } });

describe("Firebase's tokens", () => {
  it('vouch for the address of an e-mail link, and for no social account', async () => {
    expect(await verifier.verify(tokenOf({}))).toEqual({
      subject: 'uid-1',
      email: 'ada@example.com',
      emailVerified: true,
      social: null,
      byEmail: true,
      proofHash: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  it('count for half an hour', async () => {
    expect(await verifier.verify(tokenOf({ auth_time: now() - 29 * 60 }))).toMatchObject({ subject: 'uid-1' });
    await expect(verifier.verify(tokenOf({ auth_time: now() - 31 * 60 }))).rejects.toMatchObject({
      code: 'identity_mismatch',
      message: 'This sign-in is too old. Please start again.',
    });
  });

  it.each(['github', 'google'] as const)('name the %s account that was used', async (type) => {
    const token = signedInWith(`${type}.com`, {
      'github.com': ['github-id'],
      'google.com': ['google-id'],
      email: ['ada@example.com'],
    });
    expect(await verifier.verify(token)).toMatchObject({ social: { type, id: `${type}-id` }, byEmail: false });
  });

  it.each([
    ['an account that is linked and was not used', 'password', { 'github.com': ['github-id'] }],
    ['an account of a provider that the product does not offer', 'facebook.com', { 'facebook.com': ['id'] }],
    ['an account without an id', 'github.com', { 'github.com': [] }],
  ])('do not name %s', async (_what, provider, identities) => {
    expect(await verifier.verify(signedInWith(provider, identities))).toMatchObject({ social: null });
  });

  it('tell an address that is not proven', async () => {
    expect(await verifier.verify(tokenOf({ email_verified: false }))).toMatchObject({ emailVerified: false });
  });

  const UNVERIFIED = 'This sign-in could not be verified. Please start again.';
  const WITHOUT_ADDRESS = 'This account shows no email address. Please sign up with email and password.';

  it.each([
    ['no token', 'nonsense', UNVERIFIED],
    ['of another project', tokenOf({ aud: 'another', iss: 'https://securetoken.google.com/another' }), UNVERIFIED],
    ['over', tokenOf({ exp: now() - 10 }), 'This sign-in is too old. Please start again.'],
    ['without an address', tokenOf({ email: undefined }), WITHOUT_ADDRESS],
  ])('are refused when they are %s', async (_name, token, message) => {
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'identity_mismatch', message });
  });

  it.each([
    ['is gone', []],
    ['may not sign in any more', [{ ...FIREBASE_PERSON, disabled: true }]],
  ])('are refused when their person %s', async (_what, people) => {
    firebase.people = people;
    await expect(verifier.verify(tokenOf({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });

  it('cannot be judged while the provider does not answer', async () => {
    const alone = createFirebaseVerifier({ ...project, emulatorHost: '127.0.0.1:1' }, 'verifier-test-alone');
    await expect(alone.verify(tokenOf({}))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('keep nobody waiting who signs in while the provider takes connections and says nothing', async () => {
    const line = await openLine(Number(firebase.host.split(':')[1]));
    line.hang();
    const silent = createFirebaseVerifier({ ...project, emulatorHost: `127.0.0.1:${line.port}` }, 'verifier-test-silent');
    await expect(silent.verify(tokenOf({}))).rejects.toMatchObject({ code: 'unavailable' });
    await line.close();
  });

  it('are not believed unsigned by a real project', async () => {
    const real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'verifier-test-real');
    await expect(real.verify(tokenOf({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });
});
