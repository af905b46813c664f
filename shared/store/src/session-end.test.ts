import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { waitFor } from '@testing-library/react';
import { expectSessionEnd, onSessionRevoked, revokeSession } from './session-end.ts';
import { clearSession, getSession, saveUser } from './session.ts';
import { freshCopyOf } from './testing/fresh-copy-of.ts';

// Only the token matters here.
const signIn = (token: string) => saveUser({ _id: 'ada', token } as SessionUser);
const told = jest.fn();
let stop = () => {};

beforeEach(() => {
  told.mockReset();
  stop = onSessionRevoked(told);
});
afterEach(() => {
  stop();
  clearSession();
});

/** What another tab does when it hears of it first: it empties the storage, then tells. */
async function otherTab() {
  const { onSessionRevoked: listenThere, revokeSession: revokeThere } = await freshCopyOf(() => import('./session-end.ts'));
  return { revokeThere, close: listenThere(() => undefined) };
}

describe('a session that the server has ended', () => {
  it('ends here, and is told once; another session is left alone', () => {
    signIn('token-1');
    revokeSession('token-before');
    expect(getSession().isLogin).toBe(true);
    revokeSession('token-1');
    revokeSession('token-1');
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is told in every tab, also in one that has lost it by then', async () => {
    signIn('token-2');
    const { revokeThere, close } = await otherTab();
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: null }));
    expect(told).not.toHaveBeenCalled();
    revokeThere('token-2');
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    close();
  });
});

describe('a session that the person ends here', () => {
  it('is no news', () => {
    signIn('token-4');
    expectSessionEnd();
    revokeSession('token-4');
    expect(getSession().isLogin).toBe(true);
    clearSession();
    revokeSession('token-4');
    expect(told).not.toHaveBeenCalled();
  });

  it('is news again when that failed', () => {
    signIn('token-5');
    expectSessionEnd()();
    revokeSession('token-5');
    expect(told).toHaveBeenCalledTimes(1);
    expect(getSession().isLogin).toBe(false);
  });
});
