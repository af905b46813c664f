import { jest } from '@jest/globals';
import { watchRevision } from './newer-revision.ts';

const head = jest.fn<(address: string, request: RequestInit) => Promise<Partial<Response>>>();
const buildResponse = (revision?: number) => ({
  status: revision === undefined ? 502 : 200,
  headers: new Headers(revision === undefined ? {} : { 'x-solvent-revision': String(revision) }),
});

let stop: () => void;
const onChange = jest.fn<(live: number) => void>();
let visibility: DocumentVisibilityState = 'visible';

/** Browsers fire both events. */
async function focusWindow(): Promise<void> {
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  head.mockReset().mockResolvedValue(buildResponse(3));
  Object.assign(globalThis, { fetch: head });
  onChange.mockReset();
  stop = watchRevision(3, onChange);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('watching the revision', () => {
  it('fetches once when the page becomes visible', async () => {
    expect(head).not.toHaveBeenCalled();
    head.mockResolvedValue(buildResponse(4));
    await focusWindow();
    expect(head.mock.calls).toEqual([['/', { method: 'HEAD', cache: 'no-store', credentials: 'omit' }]]);
    expect(onChange.mock.calls).toEqual([[4]]);
  });

  it('defers a request 2 s after the last one until 10 s have passed', async () => {
    await focusWindow();
    head.mockResolvedValue(buildResponse(4));
    await jest.advanceTimersByTimeAsync(2000);
    await focusWindow();
    expect(head).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(8000);
    expect(head).toHaveBeenCalledTimes(2);
    expect(onChange.mock.calls).toEqual([[4]]);
  });

  it('fetches every five minutes while the page is visible', async () => {
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    expect(head).toHaveBeenCalledTimes(1);
    visibility = 'hidden';
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    expect(head).toHaveBeenCalledTimes(1);
  });

  it.each<[what: string, answer: () => Promise<Partial<Response>>]>([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers without a revision', async () => buildResponse()],
  ])('keeps the known revision if the server %s', async (_what, answer) => {
    head.mockResolvedValue(buildResponse(4));
    await focusWindow();
    head.mockImplementation(answer);
    await jest.advanceTimersByTimeAsync(10_000);
    await focusWindow();
    expect(head).toHaveBeenCalledTimes(2);
    expect(onChange.mock.calls).toEqual([[4]]);
  });

  it('makes no request after it stopped', async () => {
    await focusWindow();
    await focusWindow();
    stop();
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(head).toHaveBeenCalledTimes(1);
  });
});
