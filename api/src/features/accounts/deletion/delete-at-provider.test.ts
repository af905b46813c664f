import { socialIdentities } from '../schema.ts';
import type { KnownPerson } from '../../../platform/identity/identity-verifier.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { fakeIdentity } from '../../../testing/fake-identity.ts';
import { recordedLog } from '../../../testing/recorded-log.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let forget: (person: KnownPerson) => Promise<boolean>;
let test: TestApp;
const { lines, logger } = recordedLog();
beforeAll(async () => {
  const identity = { ...fakeIdentity, forget: (person: KnownPerson) => forget(person) };
  test = await createTestApp({ ports: { identity }, logger });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => test.close());

async function leave() {
  const caller = await test.signedIn('seeker');
  await test.db.insert(socialIdentities).values({ type: 'google', socialId: `g-${caller.user.id}`, userId: caller.user.id });
  const asked = { as: caller, payload: { password: TEST_PASSWORD } };
  return { user: caller.user, ...(await test.request('POST', '/api/auth/delete-account', asked)) };
}

describe('the identity provider', () => {
  it('is asked to forget the address and the linked accounts', async () => {
    const asked: KnownPerson[] = [];
    forget = async (person) => asked.push(person) > 0;
    const { user } = await leave();
    expect(asked).toEqual([{ email: user.email, social: [{ type: 'google', id: `g-${user.id}` }] }]);
    expect(lines).toEqual([]);
  });

  it('does not hold up a deletion when it fails; the log says whom to delete there', async () => {
    forget = () => Promise.reject(new Error('no answer'));
    const { user, status } = await leave();
    expect(status).toBe(200);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Delete this address there manually.');
    expect(lines[0]).toContain(user.email);
  });

  it('stays as it is without credentials, which the log says once', async () => {
    forget = async () => false;
    expect([(await leave()).status, (await leave()).status]).toEqual([200, 200]);
    expect(lines.filter((line) => line.includes('GOOGLE_APPLICATION_CREDENTIALS'))).toHaveLength(1);
  });

  it('is not asked before the person is who they say', async () => {
    forget = () => Promise.reject(new Error('asked'));
    const as = await test.signedIn('seeker');
    await test.request('POST', '/api/auth/delete-account', { as, payload: { password: 'wrong' } });
    expect(lines).toEqual([]);
  });
});
