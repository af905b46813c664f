import { jest } from '@jest/globals';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { SessionUser } from '@solvent/contracts';
import { clearSession, getSession, onSessionRevoked, revokeSession, saveUser } from '@solvent/store';
import { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { ApiError } from './api-error.ts';
import { http } from './client.ts';
import { createQueryClient, queryClient } from './query-client.ts';
import { getRuntimeConfig } from './runtime-config.ts';
import { signOut } from './sign-out.ts';

// Only who it is matters here.
const person = (id: string, role = 'seeker') => ({ _id: id, role, token: `token-of-${id}` }) as SessionUser;

async function triesOf(error: unknown): Promise<number> {
  const client = createQueryClient();
  const ask = jest.fn<() => Promise<never>>().mockRejectedValue(error);
  const asked = client.prefetchQuery({ queryKey: ['problems'], queryFn: ask, retry: client.getDefaultOptions().queries?.retry });
  await jest.runAllTimersAsync();
  await asked;
  return ask.mock.calls.length;
}

describe('a query that fails', () => {
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
  ])('%s is asked %i times in all', async (_what, error, tries) => {
    expect(await triesOf(error)).toBe(tries);
  });
});

describe("the page's cache", () => {
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
  ])('is emptied when %s', (_what, change) => {
    change();
    expect(cached()).toBeUndefined();
  });

  it('stays when the same person changes the role', () => {
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
    // Only the token matters here.
    saveUser({ _id: 'ada', token: 'token-1' } as SessionUser);
  });
  afterAll(() => void (http.defaults.adapter = before));

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

describe('the settings in the page', () => {
  it('are read from its JSON, once', () => {
    expect(getRuntimeConfig()).toMatchObject({ appKey: 'test-app', localMail: true });
    expect(getRuntimeConfig()).toBe(getRuntimeConfig());
  });

  it('missing is a fault that says so', async () => {
    jest.resetModules();
    const { getRuntimeConfig: readAgain } = await import('./runtime-config.ts');
    document.getElementById(CONFIG_ELEMENT_ID)?.remove();
    expect(() => readAgain()).toThrow('The page carries no runtime configuration.');
  });
});
