import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { CanceledError } from 'axios';
import type { ApiError } from './api-error.ts';
import { http } from './client.ts';
import { onReconnect, useConnection } from './connection-state.ts';
import { reportResponse, reportNoResponse, watchConnection } from './connection.ts';
import { queryClient } from './query-client.ts';

const Shown = () => <p>{useConnection()}</p>;

let isReachable = true;
let isOnline = true;
let dropsPackets = false;
const fetchProbe = jest.fn(async (_address: string, { signal }: { signal: AbortSignal }) => {
  if (dropsPackets) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  if (!isReachable) throw new TypeError('Failed to fetch');
  return {};
});
const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
async function setBrowserOnline(online: boolean) {
  isOnline = online;
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  await settle();
}

let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  [isReachable, isOnline, dropsPackets] = [true, true, false];
  fetchProbe.mockClear();
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  Object.assign(globalThis, { fetch: fetchProbe });
  stop = watchConnection();
  render(<Shown />);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('connection', () => {
  it("is offline on the browser's event, and on once the server responds", async () => {
    isReachable = false;
    await setBrowserOnline(false);
    expect(screen.getByText('offline')).toBeVisible();
    await setBrowserOnline(true);
    expect(screen.getByText('silent')).toBeVisible();
    isReachable = true;
    await settle(3000);
    expect(screen.getByText('on')).toBeVisible();
  });

  it('survives a single failed request', async () => {
    reportNoResponse();
    await settle();
    expect(fetchProbe).toHaveBeenCalledTimes(1);
    expect(screen.getByText('on')).toBeVisible();
  });

  it('is lost if the server does not respond, and back with the first response', async () => {
    isReachable = false;
    reportNoResponse();
    await settle();
    expect(screen.getByText('silent')).toBeVisible();
    act(() => reportResponse());
    expect(screen.getByText('on')).toBeVisible();
  });

  it('repeats a hanging probe if the server responds meanwhile', async () => {
    dropsPackets = true;
    reportNoResponse();
    await settle(4000);
    act(() => reportResponse());
    await settle(1000);
    expect(screen.getByText('on')).toBeVisible();
    expect(fetchProbe).toHaveBeenCalledTimes(2);
    await settle(5000);
    expect(screen.getByText('silent')).toBeVisible();
  });

  it('aborts hanging requests after 10 s plus a probe of 5 s if packets are dropped, and recovers', async () => {
    dropsPackets = true;
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
    expect(fetchProbe).not.toHaveBeenCalled();
    await settle(1 + 4999);
    expect(screen.getByText('on')).toBeVisible();
    expect(ended).toEqual([]);
    await settle(1);
    expect(screen.getByText('silent')).toBeVisible();
    expect(ended).toEqual(['save: network']);
    await settle(3000);
    dropsPackets = false;
    await settle(5000 + 3000);
    expect(screen.getByText('on')).toBeVisible();
    http.defaults.adapter = adapter;
  });

  it('refetches queries without a response once reconnected', async () => {
    let calls = 0;
    const queryFn = () => ((calls += 1) === 1 ? new Promise<string>(() => {}) : 'arrived');
    const observer = new QueryObserver(queryClient, { queryKey: ['first'], queryFn });
    const unsubscribe = observer.subscribe(() => {});
    await setBrowserOnline(false);
    await setBrowserOnline(true);
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
    isReachable = false;
    reportNoResponse();
    await settle();
    expect(screen.getByText('silent')).toBeVisible();
    const createOptions = (path: string) => ({
      queryKey: [path],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await http.get<string>(path, { signal })).data,
    });
    queryClient.setQueryData(['/before'], '/before', { updatedAt: Date.now() - 1 });
    const observers = ['/first', '/before'].map((path) => new QueryObserver(queryClient, createOptions(path)));
    const stops = observers.map((observer) => observer.subscribe(() => {}));
    const preload = queryClient.fetchQuery(createOptions('/preload'));
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

  it('does not probe for completed requests', async () => {
    const adapter = http.defaults.adapter;
    http.defaults.adapter = async (config) => ({ status: 200, statusText: '', data: {}, headers: {}, config });
    await http.get('/problems');
    await settle(20_000);
    expect(fetchProbe).not.toHaveBeenCalled();
    http.defaults.adapter = adapter;
  });

  it('invalidates queries and notifies listeners once reconnected', async () => {
    const invalidate = jest.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    const listener = jest.fn();
    const unsubscribe = onReconnect(listener);
    await setBrowserOnline(false);
    expect(invalidate).not.toHaveBeenCalled();
    await setBrowserOnline(true);
    expect(invalidate).toHaveBeenCalledTimes(1);
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
  });
});
