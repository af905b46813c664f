import { jest } from '@jest/globals';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { SessionUser } from '@solvent/contracts';
import { clearSession, getSession, onSessionRevoked, revokeSession, saveUser } from '@solvent/store';
import { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { ApiError } from './api-error.ts';
import { http } from './client.ts';
import { connectionStore } from './connection-state.ts';
import { createQueryClient, queryClient } from './query-client.ts';
import { getRuntimeConfig } from './runtime-config.ts';
import { signOut } from './sign-out.ts';

const person = (id: string, role = 'seeker') => ({ _id: id, role, token: `token-of-${id}` }) as SessionUser;

async function countTries(error: unknown): Promise<number> {
  const client = createQueryClient();
  const fetchProblems = jest.fn<() => Promise<never>>().mockRejectedValue(error);
  const prefetch = client.prefetchQuery({
    queryKey: ['problems'],
    queryFn: fetchProblems,
    retry: client.getDefaultOptions().queries?.retry,
  });
  await jest.runAllTimersAsync();
  await prefetch;
  return fetchProblems.mock.calls.length;
}

describe('failing query', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each<[what: string, error: unknown, tries: number]>([
    ['without an answer', new ApiError(0, 'network', 'Network Error'), 3],
    ['with 502', new ApiError(502, 'unknown', 'Network Error'), 3],
    ['with 503', new ApiError(503, 'unavailable', 'Please try again.'), 3],
    ['with 500', new ApiError(500, 'internal', 'Something went wrong.'), 1],
    ['with 404', new ApiError(404, 'not_found', 'There is no such problem.'), 1],
    ['with 429', new ApiError(429, 'rate_limited', 'Slow down.'), 1],
    ['by a fault of our own', new TypeError('x is undefined'), 1],
  ])('%s is tried %i times', async (_what, error, tries) => {
    expect(await countTries(error)).toBe(tries);
  });

  it('is not tried again without a connection: the reconnection does', async () => {
    connectionStore.setState('silent');
    const tries = await countTries(new ApiError(0, 'network', 'Network Error'));
    connectionStore.setState('on');
    expect(tries).toBe(1);
  });
});

describe('query cache', () => {
  const KEY = ['notifications'];
  const cached = () => queryClient.getQueryData(KEY);
  beforeEach(() => {
    saveUser(person('ada'));
    queryClient.setQueryData(KEY, ['secret of ada']);
  });
  afterEach(() => clearSession());

  it.each([
    ['the person signs out', () => clearSession()],
    ['another person signs in', () => saveUser(person('mira'))],
  ])('is cleared when %s', (_what, change) => {
    change();
    expect(cached()).toBeUndefined();
  });

  it('is kept when the user switches roles', () => {
    saveUser(person('ada', 'solver'));
    expect(cached()).toEqual(['secret of ada']);
  });
});

describe('signing out', () => {
  const network = jest.fn<AxiosAdapter>();
  const before = http.defaults.adapter;

  beforeEach(() => {
    network.mockReset();
    network.mockImplementation(async (config) => ({ status: 200, statusText: '', data: { status: true }, headers: {}, config }));
    http.defaults.adapter = network;
    saveUser({ _id: 'ada', token: 'token-1' } as SessionUser);
  });
  afterAll(() => void (http.defaults.adapter = before));

  it('navigates while signed in, then ends the session here and on the server', async () => {
    const left: boolean[] = [];
    await signOut(() => void left.push(getSession().isLogin));
    expect(left).toEqual([true]);
    expect(getSession().isLogin).toBe(false);
    expect(network.mock.lastCall?.[0]).toMatchObject({ method: 'post', url: '/auth/logout' });
    expect(network.mock.lastCall?.[0].headers.get('Authorization')).toBe('Bearer token-1');
  });

  it('does not report a session ended by the server', async () => {
    const listener = jest.fn();
    const stop = onSessionRevoked(listener);
    await signOut(() => revokeSession('token-1'));
    expect(listener).not.toHaveBeenCalled();
    stop();
  });

  it('ends the session here if the server does not respond', async () => {
    network.mockRejectedValue(new AxiosError('offline', 'ERR_NETWORK'));
    await signOut(() => undefined);
    expect(getSession().isLogin).toBe(false);
  });
});

describe('runtime configuration', () => {
  it('is parsed once', () => {
    expect(getRuntimeConfig()).toMatchObject({ appKey: 'test-app', localMail: true });
    expect(getRuntimeConfig()).toBe(getRuntimeConfig());
  });

  it('throws if it is missing', async () => {
    jest.resetModules();
    const { getRuntimeConfig: readAgain } = await import('./runtime-config.ts');
    document.getElementById(CONFIG_ELEMENT_ID)?.remove();
    expect(() => readAgain()).toThrow('The page has no runtime configuration.');
  });
});
