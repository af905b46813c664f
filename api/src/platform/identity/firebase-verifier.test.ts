import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFirebaseVerifier } from './firebase-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** The emulator, as far as firebase-admin asks it: is this person still there? */
const emulator = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ kind: 'identitytoolkit#GetAccountInfoResponse', users: people }));
});
const PEOPLE = [{ localId: 'uid-1', validSince: '0' }];
let people = PEOPLE;
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
let verifier: IdentityVerifier;

beforeAll(async () => {
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = emulator.address() as AddressInfo;
  verifier = createFirebaseVerifier({ ...project, emulatorHost: `127.0.0.1:${port}` }, 'verifier-test');
});
beforeEach(() => {
  people = PEOPLE;
});
afterAll(() => new Promise((resolve) => emulator.close(resolve)));

const now = () => Math.floor(Date.now() / 1000);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token as the emulator makes them: unsigned. */
function tokenOf(claims: object): string {
  const standard = {
    iss: 'https://securetoken.google.com/demo-solvent',
    aud: 'demo-solvent',
    sub: 'uid-1',
    user_id: 'uid-1',
    auth_time: now() - 10,
    iat: now() - 10,
    exp: now() + 3600,
    email: 'Ada@Example.com',
    email_verified: true,
    firebase: { sign_in_provider: 'password', identities: { email: ['ada@example.com'] } },
  };
  return `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url({ ...standard, ...claims })}.`;
}
const signedInWith = (provider: string, identities: object) => tokenOf({ firebase: { sign_in_provider: provider, identities } });

describe("Firebase's tokens", () => {
  it('vouch for the address of an e-mail link, and for no social account', async () => {
    expect(await verifier.verify(tokenOf({}))).toEqual({
      subject: 'uid-1',
      email: 'ada@example.com',
      emailVerified: true,
      social: null,
    });
  });

  it.each(['github', 'google'] as const)('name the %s account that was used', async (type) => {
    const token = signedInWith(`${type}.com`, {
      'github.com': ['github-id'],
      'google.com': ['google-id'],
      email: ['ada@example.com'],
    });
    expect(await verifier.verify(token)).toMatchObject({ social: { type, id: `${type}-id` } });
  });

  it('do not name an account that is linked and was not used', async () => {
    expect(await verifier.verify(signedInWith('password', { 'github.com': ['github-id'] }))).toMatchObject({ social: null });
  });

  it('tell an address that is not proven', async () => {
    expect(await verifier.verify(tokenOf({ email_verified: false }))).toMatchObject({ emailVerified: false });
  });

  it.each([
    ['no token', 'nonsense', 'This sign-in could not be verified. Please start again.'],
    [
      'of another project',
      tokenOf({ aud: 'another', iss: 'https://securetoken.google.com/another' }),
      'This sign-in could not be verified. Please start again.',
    ],
    ['over', tokenOf({ exp: now() - 10 }), 'This sign-in is too old. Please start again.'],
    [
      'without an address',
      tokenOf({ email: undefined }),
      'This account shows no email address. Please sign up with email and password.',
    ],
  ])('are refused when they are %s', async (_name, token, message) => {
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'identity_mismatch', message });
  });

  it('are refused when their person is gone', async () => {
    people = [];
    await expect(verifier.verify(tokenOf({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });

  it('cannot be judged while the provider does not answer', async () => {
    const alone = createFirebaseVerifier({ ...project, emulatorHost: '127.0.0.1:1' }, 'verifier-test-alone');
    await expect(alone.verify(tokenOf({}))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are not believed unsigned by a real project', async () => {
    const real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'verifier-test-real');
    await expect(real.verify(tokenOf({}))).rejects.toMatchObject({ code: 'identity_mismatch' });
  });
});
