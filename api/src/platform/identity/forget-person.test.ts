import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFirebaseVerifier } from './firebase-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** What the emulator knows, as far as firebase-admin asks for it here. */
let people: { localId: string }[] = [];
let asked: { path: string; body: unknown }[] = [];
let deletion = { status: 200, body: {} };
const emulator = createServer((request, response) => {
  void text(request).then((sent) => {
    const path = request.url?.split('/').at(-1) ?? '';
    asked.push({ path, body: JSON.parse(sent) });
    const answer = path === 'accounts:delete' ? deletion : { status: 200, body: { users: people } };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
});
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
const ada = { email: 'ada@example.com', social: [{ type: 'github' as const, id: 'g-1' }] };
let verifier: IdentityVerifier;

beforeAll(async () => {
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = emulator.address() as AddressInfo;
  verifier = createFirebaseVerifier({ ...project, emulatorHost: `127.0.0.1:${port}` }, 'forget-test');
});
beforeEach(() => {
  people = [{ localId: 'uid-1' }, { localId: 'uid-2' }];
  asked = [];
  deletion = { status: 200, body: {} };
});
afterAll(() => new Promise((resolve) => emulator.close(resolve)));

const deleted = () => asked.filter(({ path }) => path === 'accounts:delete').map(({ body }) => body);

describe('forgetting a person', () => {
  it('deletes whom Firebase knows by the address or by the linked accounts', async () => {
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(asked[0]).toEqual({
      path: 'accounts:lookup',
      body: { email: ['ada@example.com'], federatedUserId: [{ providerId: 'github.com', rawId: 'g-1' }] },
    });
    expect(deleted()).toEqual([{ localId: 'uid-1' }, { localId: 'uid-2' }]);
  });

  it('is done where Firebase knows nobody', async () => {
    people = [];
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(deleted()).toEqual([]);
  });

  it('is done where somebody else has just deleted them', async () => {
    deletion = { status: 400, body: { error: { message: 'USER_NOT_FOUND' } } };
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(deleted()).toHaveLength(2);
  });

  it('fails where Firebase refuses', async () => {
    deletion = { status: 403, body: { error: { message: 'INSUFFICIENT_PERMISSION' } } };
    await expect(verifier.deleteUser(ada)).rejects.toMatchObject({ code: 'auth/insufficient-permission' });
  });

  it('does nothing at a real project without credentials', async () => {
    const real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'forget-test-real');
    expect(await real.deleteUser(ada)).toBe(false);
    expect(asked).toEqual([]);
  });
});
