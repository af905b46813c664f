import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFirebaseVerifier } from './firebase-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** The emulator, as far as firebase-admin asks it: is this person still there? */
const emulator = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ users: [{ localId: 'someone', validSince: '0' }] }));
});
let verifier: IdentityVerifier;

beforeAll(async () => {
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  // What listens on a port has an address of this kind.
  const { port } = emulator.address() as AddressInfo;
  const identity = { projectId: 'demo-solvent', apiKey: '', authDomain: '', emulatorHost: `127.0.0.1:${port}` };
  verifier = createFirebaseVerifier(identity, 'test-social');
});
afterAll(() => new Promise((resolve) => emulator.close(resolve)));

const now = () => Math.floor(Date.now() / 1000);
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned token, as the emulator makes them, of a sign-in with that provider. */
function tokenOf(provider: string, identities: object, changes: object = {}): string {
  const claims = {
    iss: 'https://securetoken.google.com/demo-solvent',
    aud: 'demo-solvent',
    sub: 'someone',
    iat: now(),
    exp: now() + 3600,
    auth_time: now(),
    email: 'ada@example.com',
    email_verified: true,
    firebase: { sign_in_provider: provider, identities },
    ...changes,
  };
  return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`;
}

const linked = { 'github.com': ['github-id'], 'google.com': ['google-id'], email: ['ada@example.com'] };

describe('the social account of a Firebase token', () => {
  it.each(['github', 'google'] as const)('is the %s account that was used', async (type) => {
    expect(await verifier.verify(tokenOf(`${type}.com`, linked))).toMatchObject({ social: { type, id: `${type}-id` } });
  });

  it.each([
    ['an e-mail link, whatever is linked', 'password', linked],
    ['a provider that the product does not offer', 'facebook.com', { 'facebook.com': ['id'] }],
    ['a provider without an id', 'github.com', { 'github.com': [] }],
  ])('is none with %s', async (_name, provider, identities) => {
    expect((await verifier.verify(tokenOf(provider, identities))).social).toBeNull();
  });

  it.each([
    ['is over', { exp: now() - 60 }, 'This sign-in is too old. Please start again.'],
    ['shows no address', { email: undefined }, 'This account shows no email address. Please sign up with email and password.'],
  ])('does not count when the token %s', async (_name, changes, message) => {
    await expect(verifier.verify(tokenOf('github.com', linked, changes))).rejects.toMatchObject({
      code: 'identity_mismatch',
      message,
    });
  });
});
