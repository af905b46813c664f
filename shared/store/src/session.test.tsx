import { jest } from '@jest/globals';
import type { SessionUser, User } from '@solvent/contracts';
import { act, render, screen } from '@testing-library/react';
import { clearSession, getSession, onSessionChange, saveUser, useSession } from './session.ts';
import { importFresh } from './testing/import-fresh.ts';

const ada: SessionUser = {
  _id: 'ada',
  name: 'Ada Park',
  email: 'ada@example.com',
  image: null,
  role: 'solver',
  expertiseAreas: ['Rust'],
  isEmailVerified: true,
  headline: '',
  bio: '',
  location: '',
  country: '',
  timeZone: '',
  website: '',
  github: '',
  createdAt: '2026-11-20T10:00:00.000Z',
  token: 'token-of-ada',
};
const { token: _token, ...adaWithoutToken } = ada;
const saved = () => window.localStorage.getItem('user');

function inAnotherTab(newValue: string | null): void {
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue })));
}

beforeEach(() => {
  clearSession();
  window.localStorage.clear();
});

describe('the cookie with which the server renders pages of signed-in users (decision 0052)', () => {
  it('is set and removed with the session, also by another tab', () => {
    saveUser(ada);
    expect(document.cookie).toContain('signed_in=1');
    clearSession();
    expect(document.cookie).not.toContain('signed_in');
    inAnotherTab(JSON.stringify(ada));
    expect(document.cookie).toContain('signed_in=1');
  });

  it('is written at the start for an older session, and removed if there is no session', async () => {
    window.localStorage.setItem('user', JSON.stringify(ada));
    await importFresh(() => import('./session.ts'));
    expect(document.cookie).toContain('signed_in=1');
    window.localStorage.clear();
    await importFresh(() => import('./session.ts'));
    expect(document.cookie).not.toContain('signed_in');
  });
});

describe('start (product 4.1)', () => {
  const startWith = async (value: string | null) => {
    if (value !== null) window.localStorage.setItem('user', value);
    const { getSession: sessionNow } = await importFresh(() => import('./session.ts'));
    return sessionNow();
  };

  it('is signed in with a stored user', async () => {
    expect(await startWith(JSON.stringify(ada))).toEqual({ userData: ada, isLogin: true });
  });

  it.each([
    ['nothing is saved', null],
    ['the record is no JSON', '{"token":'],
    ['the record is no object', '"ada"'],
    ['the record is null', 'null'],
    ['the record has no token', JSON.stringify(adaWithoutToken)],
    ['the token is empty', JSON.stringify({ ...ada, token: '' })],
    ['the token is no text', JSON.stringify({ ...ada, token: 7 })],
  ])('is signed out if %s', async (_what, value) => {
    expect(await startWith(value)).toEqual({ userData: null, isLogin: false });
  });
});

describe('saving the user (product 4.1)', () => {
  it('sets isLogin and stores the user as JSON under "user" until sign-out (product 3.1)', () => {
    saveUser(ada);
    expect(getSession()).toEqual({ userData: ada, isLogin: true });
    expect(JSON.parse(saved() ?? '')).toEqual(ada);
    clearSession();
    expect(getSession()).toEqual({ userData: null, isLogin: false });
    expect(saved()).toBeNull();
  });

  it('keeps the token if the response has none, as after a role switch', () => {
    saveUser(ada);
    const seeker: User = { ...adaWithoutToken, role: 'seeker' };
    saveUser(seeker);
    expect(getSession().userData).toEqual({ ...ada, role: 'seeker' });
    expect(JSON.parse(saved() ?? '')).toMatchObject({ role: 'seeker', token: 'token-of-ada' });
  });

  it('rejects a user without a token when signed out', () => {
    expect(() => saveUser(adaWithoutToken)).toThrow('Cannot save a user without a token.');
    expect(saved()).toBeNull();
  });

  it('signs in this page even if storage is blocked', () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    saveUser(ada);
    expect(getSession().isLogin).toBe(true);
    jest.restoreAllMocks();
  });
});

it('follows sign-in and sign-out in other tabs, and treats invalid records as signed out', () => {
  for (const invalid of [null, '{']) {
    inAnotherTab(JSON.stringify(ada));
    expect(getSession()).toEqual({ userData: ada, isLogin: true });
    inAnotherTab(invalid);
    expect(getSession()).toEqual({ userData: null, isLogin: false });
  }
});

describe('session subscribers', () => {
  it('receive each change with the previous state until unsubscribed', () => {
    const listener = jest.fn();
    const stop = onSessionChange((now, before) => listener(now.userData?._id, before.userData?._id));
    saveUser(ada);
    clearSession();
    stop();
    saveUser(ada);
    expect(listener.mock.calls).toEqual([
      ['ada', undefined],
      [undefined, 'ada'],
    ]);
  });

  it('re-render components', () => {
    function Greeting() {
      return useSession((state) => state.userData?.name ?? 'nobody');
    }
    render(<Greeting />);
    expect(screen.getByText('nobody')).toBeInTheDocument();
    act(() => saveUser(ada));
    expect(screen.getByText('Ada Park')).toBeInTheDocument();
  });
});
