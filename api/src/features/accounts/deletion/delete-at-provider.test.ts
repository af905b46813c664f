import { socialIdentities } from '../../../schema/index.ts';
import type { KnownPerson } from '../../../platform/identity/identity-verifier.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { fakeIdentity } from '../../../testing/fake-identity.ts';
import { recordedLog } from '../../../testing/recorded-log.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let deleteUser: (person: KnownPerson) => Promise<boolean>;
let test: TestApp;
const { lines, logger } = recordedLog();
beforeAll(async () => {
  const identity = { ...fakeIdentity, deleteUser: (person: KnownPerson) => deleteUser(person) };
  test = await createTestApp({ ports: { identity }, logger });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => test.close());

async function deleteNewAccount() {
  const caller = await test.signedIn('seeker');
  await test.db.insert(socialIdentities).values({ type: 'google', socialId: `g-${caller.user.id}`, userId: caller.user.id });
  const request = { as: caller, payload: { password: TEST_PASSWORD } };
  return { user: caller.user, ...(await test.request('POST', '/api/auth/delete-account', request)) };
}

describe('the identity provider', () => {
  it('deletes the address and the linked accounts', async () => {
    const deleted: KnownPerson[] = [];
    deleteUser = async (person) => deleted.push(person) > 0;
    const { user } = await deleteNewAccount();
    expect(deleted).toEqual([{ email: user.email, social: [{ type: 'google', id: `g-${user.id}` }] }]);
    expect(lines).toEqual([]);
  });

  it('does not block the deletion when it fails; the log contains the address', async () => {
    deleteUser = () => Promise.reject(new Error('no answer'));
    const { user, status } = await deleteNewAccount();
    expect(status).toBe(200);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Delete this address there manually.');
    expect(lines[0]).toContain(user.email);
  });

  it('is skipped without credentials, with one warning', async () => {
    deleteUser = async () => false;
    expect([(await deleteNewAccount()).status, (await deleteNewAccount()).status]).toEqual([200, 200]);
    expect(lines.filter((line) => line.includes('GOOGLE_APPLICATION_CREDENTIALS'))).toHaveLength(1);
  });

  it('is not called before reauthentication', async () => {
    deleteUser = () => Promise.reject(new Error('called'));
    const as = await test.signedIn('seeker');
    await test.request('POST', '/api/auth/delete-account', { as, payload: { password: 'wrong' } });
    expect(lines).toEqual([]);
  });
});
