import { ApiError, http, isAborted } from '@solvent/http';
import { fakeApi, NETWORK_FAILURE, refuse } from './fake-api.ts';

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the fake API', () => {
  it('answers by method and pattern, with the status of a success', async () => {
    const { restore } = fakeApi({
      'GET /problems/:id': ({ path }) => ({ problem: path }),
      'PUT /problems/:id/status': () => ({ changed: true }),
    });
    expect((await http.get('/problems/p-1')).data).toEqual({ status: true, problem: '/problems/p-1' });
    expect((await http.put('/problems/p-1/status', {})).data).toEqual({ status: true, changed: true });
    restore();
  });

  it('tells what it was asked', async () => {
    const { requests, restore } = fakeApi({ 'POST /bids': () => ({}), 'GET /bids': () => ({}) });
    await http.post('/bids', { amount: 180 });
    await http.get('/bids', { params: { page: 2 } });
    expect(requests).toMatchObject([
      { method: 'POST', path: '/bids', body: { amount: 180 }, params: {}, headers: { 'x-app-key': 'test-app' } },
      { method: 'GET', path: '/bids', params: { page: 2 } },
    ]);
    restore();
  });

  it('refuses as the API does', async () => {
    const { restore } = fakeApi({
      'POST /problems': () => refuse('invalid', 'Please check the form.', { title: 'Title is required' }),
      'GET /problems': () => refuse('rate_limited', 'Slow down.', undefined, { 'retry-after': '30' }),
    });
    expect(await failureOf(http.post('/problems', {}))).toMatchObject({ status: 422, errors: { title: 'Title is required' } });
    expect(await failureOf(http.get('/problems'))).toMatchObject({ status: 429, message: 'Slow down.', retryAfter: 30 });
    restore();
  });

  it('can be out of reach', async () => {
    const { restore } = fakeApi({ 'GET /problems': () => NETWORK_FAILURE });
    const error = await failureOf(http.get('/problems'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, message: 'Network Error' });
    restore();
  });

  it('takes a body as slowly as a test says', async () => {
    const { restore } = fakeApi({
      'POST /files': (_request, sending) => {
        sending?.progress(0.6);
        return {};
      },
    });
    const parts: unknown[] = [];
    await http.post('/files', {}, { onUploadProgress: ({ progress }) => parts.push(progress) });
    expect(parts).toEqual([0.6]);
    restore();
  });

  it('lets a call be aborted while it waits', async () => {
    const { restore } = fakeApi({ 'GET /problems': () => new Promise<object>(() => {}) });
    const controller = new AbortController();
    const call = failureOf(http.get('/problems', { signal: controller.signal }));
    await Promise.resolve();
    controller.abort();
    expect(isAborted(await call)).toBe(true);
    restore();
  });

  it('fails a test that makes a call without an answer, and names the call', async () => {
    const { restore } = fakeApi({ 'GET /problems': () => ({}) });
    expect(await failureOf(http.get('/problems/p-1/bids'))).toHaveProperty('message', 'No answer for GET /problems/p-1/bids');
    await failureOf(http.post('/problems', {}));
    expect(restore).toThrow('No route of fakeApi answers GET /problems/p-1/bids, POST /problems.');
  });

  it('gives the network back', () => {
    const before = http.defaults.adapter;
    const { restore } = fakeApi({});
    expect(http.defaults.adapter).not.toBe(before);
    restore();
    expect(http.defaults.adapter).toBe(before);
  });
});
