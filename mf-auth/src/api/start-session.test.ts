import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { waitFor } from '@testing-library/react';
import { startSession } from './sign-in.ts';

const ada = buildUser({ _id: 'ada', token: 'token-of-ada' });

describe('starting a session', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
    localStorage.setItem('tempToken', 'pending-token');
    localStorage.setItem('emailForSignIn', 'eve@example.com');
  });

  it('stores the user and forgets what a sign-up kept here, whoever it was', () => {
    const api = fakeApi({});
    startSession(ada);
    expect(getSession().userData).toEqual(ada);
    expect(Object.keys(localStorage)).toEqual(['user']);
    expect(api.requests).toEqual([]);
  });

  it("ends another account's session on the server", async () => {
    const api = fakeApi({ 'POST /auth/logout': () => ({}) });
    signInAs({ _id: 'ben', token: 'token-of-ben' });
    startSession(ada);
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(api.requests[0]).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer token-of-ben' } });
    expect(getSession().userData?._id).toBe('ada');
  });

  it('goes on when that cannot be told', async () => {
    const api = fakeApi({ 'POST /auth/logout': () => NETWORK_FAILURE });
    signInAs({ _id: 'ben', token: 'token-of-ben' });
    startSession(ada);
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(getSession().userData?._id).toBe('ada');
  });

  it('leaves the server alone when it is the same account', () => {
    const api = fakeApi({});
    signInAs({ _id: 'ada', token: 'older' });
    startSession(ada);
    expect(getSession().userData?.token).toBe('token-of-ada');
    expect(api.requests).toEqual([]);
  });
});
