import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { waitFor } from '@testing-library/react';
import { expectSessionEnd, onSessionRevoked, revokeSession } from './session-end.ts';
import { clearSession, getSession, saveUser } from './session.ts';
import { importFresh } from './testing/import-fresh.ts';

const signIn = (token: string) => saveUser({ _id: 'ada', token } as SessionUser);
const listener = jest.fn();
let stop = () => {};

beforeEach(() => {
  listener.mockReset();
  stop = onSessionRevoked(listener);
});
afterEach(() => {
  stop();
  clearSession();
});

// Another tab that receives the event first clears the storage, then posts to the other tabs.
async function otherTab() {
  const { onSessionRevoked: listenThere, revokeSession: revokeThere } = await importFresh(() => import('./session-end.ts'));
  return { revokeThere, close: listenThere(() => undefined) };
}

describe('session ended by the server', () => {
  it('ends here with one notification; another session is unaffected', () => {
    signIn('token-1');
    revokeSession('token-before');
    expect(getSession().isLogin).toBe(true);
    revokeSession('token-1');
    revokeSession('token-1');
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('notifies every tab, even one that has already lost the session', async () => {
    signIn('token-2');
    const { revokeThere, close } = await otherTab();
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: null }));
    expect(listener).not.toHaveBeenCalled();
    revokeThere('token-2');
    await waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    close();
  });
});

describe('session ended by the user', () => {
  it('does not notify', () => {
    signIn('token-4');
    expectSessionEnd();
    revokeSession('token-4');
    expect(getSession().isLogin).toBe(true);
    clearSession();
    revokeSession('token-4');
    expect(listener).not.toHaveBeenCalled();
  });

  it('notifies again if signing out failed', () => {
    signIn('token-5');
    expectSessionEnd()();
    revokeSession('token-5');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(getSession().isLogin).toBe(false);
  });
});
