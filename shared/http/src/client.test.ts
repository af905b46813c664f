import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { clearSession, getSession, onSessionRevoked, saveUser } from '@solvent/store';
import axios, { AxiosError, AxiosHeaders } from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { ApiError } from './api-error.ts';
import { http, isAborted } from './client.ts';

/** What the network does: answers as the server would, at the client's own edge. */
const network = jest.fn<AxiosAdapter>();
const before = http.defaults.adapter;

function answer(status: number, data: unknown, headers: Record<string, string> = {}): void {
  network.mockImplementation(async (config) => {
    const response = { status, statusText: '', data, headers: new AxiosHeaders(headers), config };
    if (status < 400) return response;
    throw new AxiosError(`status ${status}`, 'ERR_BAD_REQUEST', config, undefined, response);
  });
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const sent = (): InternalAxiosRequestConfig | undefined => network.mock.lastCall?.[0];
// Only the token matters here.
const signIn = (token: string) => saveUser({ _id: token, token } as SessionUser);

beforeEach(() => {
  network.mockReset();
  http.defaults.adapter = network;
  answer(200, { status: true });
});
afterEach(() => clearSession());
afterAll(() => void (http.defaults.adapter = before));

describe('every call (product 7.1)', () => {
  it('goes to /api with the access header, without a time-out, and answers the body', async () => {
    const { data } = await http.get('/problems', { params: { page: 2 } });
    expect(data).toEqual({ status: true });
    expect(sent()).toMatchObject({ baseURL: '/api', url: '/problems', params: { page: 2 }, timeout: 0 });
    expect(sent()?.headers.get('x-app-key')).toBe('test-app');
  });

  it('carries the bearer token when a user is stored, and none otherwise', async () => {
    await http.get('/problems');
    expect(sent()?.headers.has('Authorization')).toBe(false);
    signIn('token-1');
    await http.get('/problems');
    expect(sent()?.headers.get('Authorization')).toBe('Bearer token-1');
  });

  it('keeps a token that the caller gave, as signing out does', async () => {
    signIn('token-2');
    await http.post('/auth/logout', {}, { headers: { Authorization: 'Bearer token-1' } });
    expect(sent()?.headers.get('Authorization')).toBe('Bearer token-1');
  });
});

describe('a failure (product 8.1)', () => {
  it('rejects with what the body says', async () => {
    answer(422, { status: false, code: 'invalid', message: 'Please check the form.', errors: { title: 'Title is required' } });
    const error = await failureOf(http.post('/problems', {}));
    expect(error).toBeInstanceOf(ApiError);
    const message = 'Please check the form.';
    expect(error).toMatchObject({ status: 422, code: 'invalid', message, msg: message, errors: { title: 'Title is required' } });
  });

  it.each<[what: string, body: unknown]>([
    ['lacks a message', { status: false, code: 'internal' }],
    ['has an empty message', { status: false, code: 'internal', message: '' }],
    ['is a page of a proxy', '<html>Bad gateway</html>'],
    ['is empty', ''],
    ['is null', null],
  ])('If the body %s, msg is Network Error', async (_what, body) => {
    answer(500, body);
    expect(await failureOf(http.get('/problems'))).toMatchObject({ status: 500, message: 'Network Error', msg: 'Network Error' });
  });

  it('without a response has message and msg Network Error', async () => {
    network.mockImplementation(async (config) => {
      throw new AxiosError('getaddrinfo ENOTFOUND', 'ERR_NETWORK', config);
    });
    const error = await failureOf(http.get('/problems'));
    expect(error).toMatchObject({ status: 0, code: 'network', message: 'Network Error', msg: 'Network Error' });
  });

  it('is also a body with status false and HTTP 200 (product 5.5)', async () => {
    answer(200, { status: false, code: 'conflict', message: 'You have bid on it already.' });
    expect(await failureOf(http.post('/bids', {}))).toMatchObject({ status: 200, code: 'conflict' });
  });

  it.each([
    ['30', 30],
    ['0', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('with Retry-After "%s" waits %s seconds', async (header, seconds) => {
    answer(429, { status: false, code: 'rate_limited', message: 'Slow down.' }, { 'retry-after': header });
    expect(await failureOf(http.get('/problems'))).toHaveProperty('retryAfter', seconds);
  });

  it('of our own stays what it is: no Network Error hides it', async () => {
    network.mockRejectedValue(new TypeError('x is undefined'));
    expect(await failureOf(http.get('/problems'))).toBeInstanceOf(TypeError);
  });
});

describe('a 401 (product 8.1)', () => {
  const unauthenticated = { status: false, code: 'unauthenticated', message: 'Please sign in.' };

  it('removes the stored user, rejects with the body, and tells once that the session was ended elsewhere', async () => {
    const told = jest.fn();
    const stop = onSessionRevoked(told);
    signIn('token-of-401');
    answer(401, unauthenticated);
    const [failure] = await Promise.all([failureOf(http.get('/bids')), failureOf(http.get('/problems'))]);
    expect(failure).toMatchObject({ status: 401, message: 'Please sign in.' });
    expect(getSession()).toEqual({ userData: null, isLogin: false });
    expect(window.localStorage.getItem('user')).toBeNull();
    expect(told).toHaveBeenCalledTimes(1);
    stop();
  });

  it('of a call with the token before leaves the new session alone', async () => {
    signIn('token-1');
    network.mockImplementation(async (config) => {
      signIn('token-2');
      const response = { status: 401, statusText: '', data: unauthenticated, headers: {}, config };
      throw new AxiosError('status 401', 'ERR_BAD_REQUEST', config, undefined, response);
    });
    await failureOf(http.get('/bids'));
    expect(getSession().userData?.token).toBe('token-2');
  });

  it.each([403, 404, 500])('only: %i keeps the session', async (status) => {
    signIn('token-1');
    answer(status, { status: false, message: 'No.' });
    await failureOf(http.get('/bids'));
    expect(getSession().isLogin).toBe(true);
  });
});

it('an aborted call (product 8.2: silent) is told apart from a failure', async () => {
  const controller = new AbortController();
  controller.abort();
  const error = await failureOf(http.get('/problems', { signal: controller.signal }));
  expect(isAborted(error)).toBe(true);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(isAborted(new ApiError(0, 'network', 'Network Error'))).toBe(false);
  expect(axios.isCancel(error)).toBe(true);
});
