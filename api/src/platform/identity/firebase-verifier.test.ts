import { FIREBASE_USER, startFakeFirebase, unsignedToken } from '../../testing/fake-firebase.ts';
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
  firebase.users = [FIREBASE_USER];
});
afterAll(() => firebase.close());

const now = () => Math.floor(Date.now() / 1000);
const signedInWith = (provider: string, identities: object) =>
  unsignedToken({ firebase: { sign_in_provider: provider, identities } });

describe("Firebase's tokens", () => {
  it.each(['github', 'google'] as const)('name the %s account that was used', async (type) => {
    const token = signedInWith(`${type}.com`, {
      'github.com': ['github-id'],
      'google.com': ['google-id'],
      email: ['ada@example.com'],
    });
    expect(await verifier.verify(token)).toEqual({
      social: { type, id: `${type}-id`, account: null },
      email: 'ada@example.com',
      proofHash: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  it('return its name at the provider, from the entry of that account', async () => {
    const gitHub = { providerId: 'github.com', rawId: 'github-id', screenName: 'ada', email: 'ada@github.example' };
    const google = { providerId: 'google.com', rawId: 'google-id', email: 'ada@google.example' };
    firebase.users = [{ ...FIREBASE_USER, providerUserInfo: [{ ...gitHub, rawId: 'other', screenName: 'eve' }, gitHub, google] }];
    expect(await verifier.verify(unsignedToken({}))).toMatchObject({ social: { account: 'ada' } });
    expect(await verifier.verify(signedInWith('google.com', { 'google.com': ['google-id'] }))).toMatchObject({
      social: { account: 'ada@google.example' },
    });
    expect(await verifier.verify(signedInWith('github.com', { 'github.com': ['unknown'] }))).toMatchObject({
      social: { account: null },
    });
  });

  it('are valid for half an hour', async () => {
    expect(await verifier.verify(unsignedToken({ auth_time: now() - 29 * 60 }))).toHaveProperty('social');
    await expect(verifier.verify(unsignedToken({ auth_time: now() - 31 * 60 }))).rejects.toMatchObject({
      code: 'identity_mismatch',
      message: 'This sign-in is too old. Please start again.',
    });
  });

  it('can lack an address', async () => {
    expect(await verifier.verify(unsignedToken({ email: undefined }))).toMatchObject({ email: null });
  });

  it('return the domain of the address in ASCII (product 5.22)', async () => {
    expect(await verifier.verify(unsignedToken({ email: 'Ada@Bücher.example' }))).toMatchObject({
      email: 'ada@xn--bcher-kva.example',
    });
  });

  // Anyone can create a user with a password at the provider, for any address.
  it.each([
    ['a password, even with a linked account', 'password', { 'github.com': ['github-id'], email: ['ada@example.com'] }],
    ['no account', 'anonymous', {}],
    ['a custom token', 'custom', { 'github.com': ['github-id'] }],
    ['an unsupported provider', 'facebook.com', { 'facebook.com': ['id'] }],
    ['an account without an id', 'github.com', { 'github.com': [] }],
  ])('are rejected for a sign-in with %s', async (_case, provider, identities) => {
    await expect(verifier.verify(signedInWith(provider, identities))).rejects.toMatchObject({
      code: 'identity_mismatch',
      message: 'This sign-in is not one with GitHub or Google. Please start again.',
    });
  });

  const UNVERIFIED = 'This sign-in could not be verified. Please start again.';

  it.each([
    ['malformed', 'nonsense', UNVERIFIED],
    ['of another project', unsignedToken({ aud: 'another', iss: 'https://securetoken.google.com/another' }), UNVERIFIED],
    ['expired', unsignedToken({ exp: now() - 10 }), 'This sign-in is too old. Please start again.'],
  ])('are rejected if they are %s', async (_name, token, message) => {
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'identity_mismatch', message });
  });

  it.each([
    ['was deleted', []],
    ['is disabled', [{ ...FIREBASE_USER, disabled: true }]],
  ])('are rejected if their user %s', async (_case, people) => {
    firebase.users = people;
    await expect(verifier.verify(unsignedToken({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });

  it('cannot be verified while the provider is unreachable', async () => {
    const unreachable = createFirebaseVerifier({ ...project, emulatorHost: '127.0.0.1:1' }, 'verifier-test-alone');
    await expect(unreachable.verify(unsignedToken({}))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('time out while the provider accepts connections but does not respond', async () => {
    const line = await openLine(Number(firebase.host.split(':')[1]));
    line.hang();
    const silent = createFirebaseVerifier({ ...project, emulatorHost: `127.0.0.1:${line.port}` }, 'verifier-test-silent');
    await expect(silent.verify(unsignedToken({}))).rejects.toMatchObject({ code: 'unavailable' });
    await line.close();
  });

  it('are rejected unsigned by a real project', async () => {
    const real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'verifier-test-real');
    await expect(real.verify(unsignedToken({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });
});

describe("Firebase's emailed links", () => {
  const link = { email: 'ada@example.com', oobCode: 'code' };
  beforeEach(() => {
    firebase.refusal = undefined;
    firebase.links = new Map([['code', 'ada@example.com']]);
  });

  it('are redeemed once', async () => {
    await verifier.redeemLink(link);
    await expect(verifier.redeemLink(link)).rejects.toMatchObject({
      code: 'identity_mismatch',
      errors: { oobCode: 'This link was used already, or it has been changed. Get a new one.' },
    });
  });

  it.each([
    ['INVALID_OOB_CODE', { oobCode: expect.stringMatching(/used already/) }],
    ['EXPIRED_OOB_CODE', { oobCode: 'This link has expired. Get a new one.' }],
    ['INVALID_EMAIL : The email provided does not match.', { email: 'This link was sent to another address.' }],
  ])('report the invalid field: %s', async (refusal, errors) => {
    firebase.refusal = refusal;
    await expect(verifier.redeemLink(link)).rejects.toMatchObject({ code: 'identity_mismatch', errors });
  });

  it.each(['TOO_MANY_ATTEMPTS_TRY_LATER', 'API key not valid. Please pass a valid API key.'])(
    'report the provider as unavailable: %s',
    async (refusal) => {
      firebase.refusal = refusal;
      await expect(verifier.redeemLink(link)).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('cannot be redeemed while the provider is unreachable', async () => {
    const unreachable = createFirebaseVerifier({ ...project, emulatorHost: '127.0.0.1:1' }, 'verifier-test-links');
    await expect(unreachable.redeemLink(link)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
