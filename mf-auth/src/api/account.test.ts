import { jest } from '@jest/globals';
import { clearSession, getSession, onSessionChange } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { waitFor } from '@testing-library/dom';
import { getDeviceHeaders, updateSessionUser } from './account.ts';
import { startSession } from './sign-in.ts';

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('the secret of a known device (product 11.5)', () => {
  const secret = { 'x-device': expect.stringMatching(/^[\w-]{43}$/) };

  it('stays the same in one browser, and differs in another', () => {
    const here = getDeviceHeaders();
    expect(here).toEqual(secret);
    expect(getDeviceHeaders()).toEqual(here);
    localStorage.clear();
    expect(getDeviceHeaders()).not.toEqual(here);
    localStorage.setItem('solvent.device', 'x');
    expect(getDeviceHeaders()).toEqual(secret);
  });

  it('is not sent without browser storage, so that the server does not collect devices', () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceeded');
    });
    expect(getDeviceHeaders()).toEqual({});
    expect(warn).toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});

describe('the stored user after a response (product 4.1)', () => {
  const answerAbout = (id: string, name: string) => {
    const { token: _token, ...user } = buildUser({ _id: id, name });
    return user;
  };
  beforeEach(() => void signInAs({ _id: 'ada', name: 'Ada Park', token: 'kept' }));

  it('is updated and keeps the token, except for another user or after signing out', () => {
    updateSessionUser(answerAbout('ada', 'Ada Lovelace'));
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', token: 'kept' });
    const changes: unknown[] = [];
    const stop = onSessionChange((now) => changes.push(now));
    updateSessionUser(answerAbout('ada', 'Ada Lovelace'));
    updateSessionUser(answerAbout('eve', 'Eve'));
    stop();
    expect(changes).toEqual([]);
    clearSession();
    updateSessionUser(answerAbout('ada', 'Ada Lovelace'));
    expect(getSession().isLogin).toBe(false);
  });
});

describe('starting a session', () => {
  const ada = buildUser({ _id: 'ada', token: 'token-of-ada' });

  it('stores the user and removes what a sign-up stored (product 3.1)', () => {
    localStorage.setItem('tempToken', 'pending-token');
    localStorage.setItem('emailForSignIn', 'eve@example.com');
    signInAs({ _id: 'ada', token: 'older' });
    const api = fakeApi({});
    startSession(ada);
    expect(getSession().userData).toEqual(ada);
    expect(Object.keys(localStorage)).toEqual(['user']);
    expect(api.requests).toEqual([]);
  });

  it.each([{}, NETWORK_FAILURE])('ends the session of another account on the server (response %#)', async (answer) => {
    const api = fakeApi({ 'POST /auth/logout': () => answer });
    signInAs({ _id: 'ben', token: 'token-of-ben' });
    startSession(ada);
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(api.requests[0]).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer token-of-ben' } });
    expect(getSession().userData?._id).toBe('ada');
  });
});
