import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { CanceledError } from 'axios';
import type { ApiError } from './api-error.ts';
import { http } from './client.ts';
import { reportResponse, reportNoResponse, onReconnect, useConnection, watchConnection } from './connection.ts';
import { queryClient } from './query-client.ts';

const Shown = () => <p>{useConnection()}</p>;

let isThere = true;
let isOnline = true;
/** Whether the network drops packets: then nothing ever ends by itself. */
let isBlackHole = false;
const probed = jest.fn(async (_address: string, { signal }: { signal: AbortSignal }) => {
  if (isBlackHole) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  if (!isThere) throw new TypeError('Failed to fetch');
  return {};
});
const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
async function browserSays(online: boolean) {
  isOnline = online;
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  await settle();
}

let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  [isThere, isOnline, isBlackHole] = [true, true, false];
  probed.mockClear();
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  Object.assign(globalThis, { fetch: probed });
  stop = watchConnection();
  render(<Shown />);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the connection', () => {
  it('is off as soon as the browser says so, and on once the server answers', async () => {
    isThere = false;
    await browserSays(false);
    expect(screen.getByText('offline')).toBeVisible();
    await browserSays(true);
    expect(screen.getByText('silent')).toBeVisible();
    isThere = true;
    await settle(3000);
    expect(screen.getByText('on')).toBeVisible();
  });

  it('is not lost by one call that fails for reasons of its own', async () => {
    reportNoResponse();
    await settle();
    expect(probed).toHaveBeenCalledTimes(1);
    expect(screen.getByText('on')).toBeVisible();
  });

  it('is lost where the server does not answer at all, and back with the first answer', async () => {
    isThere = false;
    reportNoResponse();
    await settle();
    expect(screen.getByText('silent')).toBeVisible();
    act(() => reportResponse());
    expect(screen.getByText('on')).toBeVisible();
  });

  it('is lost where nothing ends by itself, and ends what hangs: a call is unanswered for 10 s, a probe for 5 s; and comes back', async () => {
    isBlackHole = true;
    const { adapter } = http.defaults;
    http.defaults.adapter = (config) =>
      new Promise((_resolve, reject) =>
        config.signal?.addEventListener?.('abort', () => reject(new CanceledError(undefined, config))),
      );
    const ended: string[] = [];
    const begin = (name: string, call: Promise<unknown>) =>
      void call.catch(({ code }: ApiError) => ended.push(`${name}: ${code}`));
    begin('save', http.put('/problems/p1', {}));
    begin('upload', http.post('/file-upload', new FormData()));
    begin('download', http.get('/modules/m1/download', { onDownloadProgress: () => undefined }));
    await settle(9999);
    expect(probed).not.toHaveBeenCalled();
    await settle(1 + 4999);
    expect(screen.getByText('on')).toBeVisible();
    expect(ended).toEqual([]);
    await settle(1);
    expect(screen.getByText('silent')).toBeVisible();
    expect(ended).toEqual(['save: network']);
    // The next probe hangs, too.
    await settle(3000);
    isBlackHole = false;
    await settle(5000 + 3000);
    expect(screen.getByText('on')).toBeVisible();
    http.defaults.adapter = adapter;
  });

  it('once back, requests again what had never arrived', async () => {
    let calls = 0;
    const queryFn = () => ((calls += 1) === 1 ? new Promise<string>(() => {}) : 'arrived');
    const observer = new QueryObserver(queryClient, { queryKey: ['first'], queryFn });
    const unsubscribe = observer.subscribe(() => {});
    await browserSays(false);
    await browserSays(true);
    expect(observer.getCurrentResult().data).toBe('arrived');
    unsubscribe();
    queryClient.clear();
  });

  it('keeps the response that ends an outage: a first load and a preload are requested once', async () => {
    const { adapter } = http.defaults;
    const paths: string[] = [];
    const answers = new Map<string, () => void>();
    http.defaults.adapter = (config) => {
      const path = String(config.url);
      paths.push(path);
      return new Promise((resolve) =>
        answers.set(path, () => resolve({ status: 200, statusText: '', data: path, headers: {}, config })),
      );
    };
    isThere = false;
    reportNoResponse();
    await settle();
    expect(screen.getByText('silent')).toBeVisible();
    const optionsOf = (path: string) => ({
      queryKey: [path],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await http.get<string>(path, { signal })).data,
    });
    queryClient.setQueryData(['/before'], '/before', { updatedAt: Date.now() - 1 });
    const observers = ['/first', '/before'].map((path) => new QueryObserver(queryClient, optionsOf(path)));
    const stops = observers.map((observer) => observer.subscribe(() => {}));
    const preload = queryClient.fetchQuery(optionsOf('/preload'));
    const preloaded = preload.catch(() => 'canceled');
    await settle();
    answers.get('/preload')?.();
    answers.get('/first')?.();
    await settle(10);
    expect(screen.getByText('on')).toBeVisible();
    expect(await preloaded).toBe('/preload');
    expect(observers[0]?.getCurrentResult().data).toBe('/first');
    // Data from before the outage may have changed.
    expect(paths).toEqual(['/first', '/preload', '/before']);
    for (const unsubscribe of stops) unsubscribe();
    queryClient.clear();
    http.defaults.adapter = adapter;
  });

  it('does not take a call that was answered for one that waits', async () => {
    const adapter = http.defaults.adapter;
    http.defaults.adapter = async (config) => ({ status: 200, statusText: '', data: {}, headers: {}, config });
    await http.get('/problems');
    await settle(20_000);
    expect(probed).not.toHaveBeenCalled();
    http.defaults.adapter = adapter;
  });

  it('once back, has queries asked again and who waits for it told', async () => {
    const asked = jest.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    const told = jest.fn();
    const forget = onReconnect(told);
    await browserSays(false);
    expect(asked).not.toHaveBeenCalled();
    await browserSays(true);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledTimes(1);
    forget();
  });
});
