import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFirebaseVerifier } from './firebase-verifier.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** Users of the emulator. */
let users: { localId: string }[] = [];
let requests: { path: string; body: unknown }[] = [];
let deletion = { status: 200, body: {} };
const emulator = createServer((request, response) => {
  void text(request).then((content) => {
    const path = request.url?.split('/').at(-1) ?? '';
    requests.push({ path, body: JSON.parse(content) });
    const result = path === 'accounts:delete' ? deletion : { status: 200, body: { users } };
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
  });
});
const project = { projectId: 'demo-solvent', apiKey: 'key', authDomain: 'localhost' };
const ada = { email: 'ada@example.com', social: [{ type: 'github' as const, id: 'g-1' }] };
let verifier: IdentityVerifier;

beforeAll(async () => {
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = emulator.address() as AddressInfo;
  verifier = createFirebaseVerifier({ ...project, emulatorHost: `127.0.0.1:${port}` }, 'delete-test');
});
beforeEach(() => {
  users = [{ localId: 'uid-1' }, { localId: 'uid-2' }];
  requests = [];
  deletion = { status: 200, body: {} };
});
afterAll(() => new Promise((resolve) => emulator.close(resolve)));

const deleted = () => requests.filter(({ path }) => path === 'accounts:delete').map(({ body }) => body);

describe('deleteUser', () => {
  it('deletes users with the address or a linked account', async () => {
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(requests[0]).toEqual({
      path: 'accounts:lookup',
      body: { email: ['ada@example.com'], federatedUserId: [{ providerId: 'github.com', rawId: 'g-1' }] },
    });
    expect(deleted()).toEqual([{ localId: 'uid-1' }, { localId: 'uid-2' }]);
  });

  it('succeeds without a matching user', async () => {
    users = [];
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(deleted()).toEqual([]);
  });

  it('succeeds if the user was deleted concurrently', async () => {
    deletion = { status: 400, body: { error: { message: 'USER_NOT_FOUND' } } };
    expect(await verifier.deleteUser(ada)).toBe(true);
    expect(deleted()).toHaveLength(2);
  });

  it('fails if Firebase returns an error', async () => {
    deletion = { status: 403, body: { error: { message: 'INSUFFICIENT_PERMISSION' } } };
    await expect(verifier.deleteUser(ada)).rejects.toMatchObject({ code: 'auth/insufficient-permission' });
  });

  it('does nothing for a real project without credentials', async () => {
    const real = createFirebaseVerifier({ ...project, emulatorHost: undefined }, 'delete-test-real');
    expect(await real.deleteUser(ada)).toBe(false);
    expect(requests).toEqual([]);
  });
});
