import { isSignedIn, getSessionHeaders, socialAuth } from '../../../testing/accounts.ts';
import { createEmailLink } from '../../../testing/fake-identity.ts';
import { createPausableTransactions } from '../../../testing/pausable-transactions.ts';
import type { PausableTransactions } from '../../../testing/pausable-transactions.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { linkSocial } from './users.ts';

/** Pauses transactions that have updated or removed a linked account. */
let transactions: PausableTransactions;
let test: TestApp;
beforeAll(async () => {
  transactions = await createPausableTransactions('AFTER UPDATE OR DELETE ON social_identities');
  ({ test } = transactions);
}, 300_000);
afterAll(() => transactions.close());

async function createLinkedCaller(id: string) {
  const caller = await test.signedIn('seeker');
  const social = { type: 'github', id } as const;
  await linkSocial(test.db, caller.user.id, { ...social, account: null });
  const signIn = () => socialAuth(test, { ...social, email: caller.user.email, account: 'ada' });
  return { caller, social, signIn };
}

describe('a sign-in with a linked account (docs/architecture.md, order of locks)', () => {
  it('starts no session while a password reset removes the account (product 11.12)', async () => {
    const { caller, signIn } = await createLinkedCaller('gh-reset');
    const release = await transactions.pause();
    const payload = { ...createEmailLink(caller.user.email), password: 'correct-horse-battery-9' };
    const resetting = test.request('POST', '/api/auth/reset-password', { payload });
    await transactions.waitForLockWaits(1);
    const signingIn = signIn();
    await transactions.waitForLockWaits(2);
    await release();
    const reset = await resetting;
    expect([reset.status, (await signingIn).status]).toEqual([200, 401]);
    const { body } = await test.request('GET', '/api/auth/sessions', getSessionHeaders(reset.body));
    expect(body['sessions']).toHaveLength(1);
  });

  it('loses its session when the account is removed afterwards (product 11.19)', async () => {
    const { caller, social, signIn } = await createLinkedCaller('gh-unlink');
    const release = await transactions.pause();
    const signingIn = signIn();
    await transactions.waitForLockWaits(1);
    const removing = test.request('DELETE', `/api/auth/identities/${social.type}/${social.id}`, { as: caller });
    await transactions.waitForLockWaits(2);
    await release();
    const signedIn = await signingIn;
    expect([signedIn.status, (await removing).status]).toEqual([200, 200]);
    expect(await isSignedIn(test, getSessionHeaders(signedIn.body))).toBe(false);
    expect(await isSignedIn(test, caller)).toBe(true);
  });
});
