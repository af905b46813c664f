import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { clearSession, getSession, onSessionRevoked, saveUser } from '@solvent/store';
import axios, { AxiosError, AxiosHeaders } from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { ApiError } from './api-error.ts';
import { http, isAborted } from './client.ts';

const network = jest.fn<AxiosAdapter>();
const before = http.defaults.adapter;

function answer(status: number, data: unknown, headers: Record<string, string> = {}): void {
  network.mockImplementation(async (config) => {
    const response = { status, statusText: '', data, headers: new AxiosHeaders(headers), config };
    if (status < 400) return response;
    throw new AxiosError(`status ${status}`, 'ERR_BAD_REQUEST', config, undefined, response);
  });
}

const getFailure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const sent = (): InternalAxiosRequestConfig | undefined => network.mock.lastCall?.[0];
const signIn = (token: string) => saveUser({ _id: token, token } as SessionUser);

beforeEach(() => {
  network.mockReset();
  http.defaults.adapter = network;
  answer(200, { status: true });
});
afterEach(() => clearSession());
afterAll(() => void (http.defaults.adapter = before));

describe('request (product 7.1)', () => {
  it('is sent to /api with the app key and no timeout, and returns the body', async () => {
    const { data } = await http.get('/problems', { params: { page: 2 } });
    expect(data).toEqual({ status: true });
    expect(sent()).toMatchObject({ baseURL: '/api', url: '/problems', params: { page: 2 }, timeout: 0 });
    expect(sent()?.headers.get('x-app-key')).toBe('test-app');
  });

  it('has a bearer token if a user is signed in', async () => {
    await http.get('/problems');
    expect(sent()?.headers.has('Authorization')).toBe(false);
    signIn('token-1');
    await http.get('/problems');
    expect(sent()?.headers.get('Authorization')).toBe('Bearer token-1');
  });

  it("keeps the caller's token, as for signing out", async () => {
    signIn('token-2');
    await http.post('/auth/logout', {}, { headers: { Authorization: 'Bearer token-1' } });
    expect(sent()?.headers.get('Authorization')).toBe('Bearer token-1');
  });
});

describe('failure (product 8.1)', () => {
  it('rejects with the content of the body', async () => {
    answer(422, { status: false, code: 'invalid', message: 'Please check the form.', errors: { title: 'Title is required' } });
    const error = await getFailure(http.post('/problems', {}));
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
  ])('has the message Network Error if the body %s', async (_what, body) => {
    answer(500, body);
    expect(await getFailure(http.get('/problems'))).toMatchObject({
      status: 500,
      message: 'Network Error',
      msg: 'Network Error',
    });
  });

  it('has the message Network Error without a response', async () => {
    network.mockImplementation(async (config) => {
      throw new AxiosError('getaddrinfo ENOTFOUND', 'ERR_NETWORK', config);
    });
    const error = await getFailure(http.get('/problems'));
    expect(error).toMatchObject({ status: 0, code: 'network', message: 'Network Error', msg: 'Network Error' });
  });

  it('includes a body with status false and HTTP 200 (product 5.5)', async () => {
    answer(200, { status: false, code: 'conflict', message: 'You have bid on it already.' });
    expect(await getFailure(http.post('/bids', {}))).toMatchObject({ status: 200, code: 'conflict' });
  });

  it.each([
    ['30', 30],
    ['0', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('converts Retry-After "%s" to %s seconds', async (header, seconds) => {
    answer(429, { status: false, code: 'rate_limited', message: 'Slow down.' }, { 'retry-after': header });
    expect(await getFailure(http.get('/problems'))).toHaveProperty('retryAfter', seconds);
  });

  it('keeps other errors unchanged', async () => {
    network.mockRejectedValue(new TypeError('x is undefined'));
    expect(await getFailure(http.get('/problems'))).toBeInstanceOf(TypeError);
  });
});

describe('401 (product 8.1)', () => {
  const unauthenticated = { status: false, code: 'unauthenticated', message: 'Please sign in.' };

  it('removes the stored user, rejects with the body, and reports the ended session once', async () => {
    const listener = jest.fn();
    const stop = onSessionRevoked(listener);
    signIn('token-of-401');
    answer(401, unauthenticated);
    const [failure] = await Promise.all([getFailure(http.get('/bids')), getFailure(http.get('/problems'))]);
    expect(failure).toMatchObject({ status: 401, message: 'Please sign in.' });
    expect(getSession()).toEqual({ userData: null, isLogin: false });
    expect(window.localStorage.getItem('user')).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
  });

  it('of a request with the previous token does not affect the new session', async () => {
    signIn('token-1');
    network.mockImplementation(async (config) => {
      signIn('token-2');
      const response = { status: 401, statusText: '', data: unauthenticated, headers: {}, config };
      throw new AxiosError('status 401', 'ERR_BAD_REQUEST', config, undefined, response);
    });
    await getFailure(http.get('/bids'));
    expect(getSession().userData?.token).toBe('token-2');
  });

  it.each([403, 404, 500])('is the only such status: %i keeps the session', async (status) => {
    signIn('token-1');
    answer(status, { status: false, message: 'No.' });
    await getFailure(http.get('/bids'));
    expect(getSession().isLogin).toBe(true);
  });
});

it('distinguishes an aborted request from a failure (product 8.2: silent)', async () => {
  const controller = new AbortController();
  controller.abort();
  const error = await getFailure(http.get('/problems', { signal: controller.signal }));
  expect(isAborted(error)).toBe(true);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(isAborted(new ApiError(0, 'network', 'Network Error'))).toBe(false);
  expect(axios.isCancel(error)).toBe(true);
});
