import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { getSession, onSessionRevoked, revokeSession, saveUser } from '@solvent/store';
import { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { http } from './client.ts';
import { signOut } from './sign-out.ts';

const network = jest.fn<AxiosAdapter>();
const before = http.defaults.adapter;

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async (config) => ({ status: 200, statusText: '', data: { status: true }, headers: {}, config }));
  http.defaults.adapter = network;
  // Only the token matters here.
  saveUser({ _id: 'ada', token: 'token-1' } as SessionUser);
});
afterAll(() => void (http.defaults.adapter = before));

describe('signing out', () => {
  it('sets out while the session stands, then ends it here and on the server', async () => {
    const left: boolean[] = [];
    await signOut(() => void left.push(getSession().isLogin));
    expect(left).toEqual([true]);
    expect(getSession().isLogin).toBe(false);
    expect(network.mock.lastCall?.[0]).toMatchObject({ method: 'post', url: '/auth/logout' });
    expect(network.mock.lastCall?.[0].headers.get('Authorization')).toBe('Bearer token-1');
  });

  it('is not told as if the server had ended it', async () => {
    const told = jest.fn();
    const stop = onSessionRevoked(told);
    await signOut(() => revokeSession('token-1'));
    expect(told).not.toHaveBeenCalled();
    stop();
  });

  it('ends the session here when the server does not answer', async () => {
    network.mockRejectedValue(new AxiosError('offline', 'ERR_NETWORK'));
    await signOut(() => undefined);
    expect(getSession().isLogin).toBe(false);
  });
});
