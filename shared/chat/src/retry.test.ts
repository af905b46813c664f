/** @jest-environment node */
import { jest } from '@jest/globals';
import { exponentialBackoff, getRetryAfter, RetryDelays, TryLater } from './retry.ts';

describe('the wait after failed tries', () => {
  it('grows from 1 s to 30 s', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    expect([1, 2, 3, 4, 5, 6, 7, 1000].map(exponentialBackoff)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    jest.restoreAllMocks();
  });

  it('is a fifth shorter or longer, so that not all come back at once', () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    expect(exponentialBackoff(1)).toBe(800);
    random.mockReturnValue(0.999);
    expect(exponentialBackoff(1)).toBeCloseTo(1200, -1);
    jest.restoreAllMocks();
  });

  it('is the Retry-After of the server, at most 10 minutes (product 11.2)', () => {
    expect(getRetryAfter(new TryLater(7000))).toBe(7000);
    expect(getRetryAfter(new TryLater())).toBe(0);
    expect(getRetryAfter(new TryLater(-1))).toBe(0);
    expect(getRetryAfter(new TryLater(Number.POSITIVE_INFINITY))).toBe(600_000);
    expect(getRetryAfter(new Error('Network Error'))).toBe(0);
  });
});

describe('a wait', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function trackOutcome(wait: Promise<boolean>): () => boolean | undefined {
    let outcome: boolean | undefined;
    void wait.then((woken) => (outcome = woken));
    return () => outcome;
  }

  it('ends by itself, or is cut short', async () => {
    const delays = new RetryDelays();
    const [long, short] = [trackOutcome(delays.wait(1000)), trackOutcome(delays.wait(100))];
    await jest.advanceTimersByTimeAsync(100);
    expect([long(), short()]).toEqual([undefined, false]);
    delays.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(long()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lasts its minimum, even after a wake', async () => {
    const delays = new RetryDelays();
    const outcome = trackOutcome(delays.wait(1000, { atLeast: 500 }));
    delays.wake();
    await jest.advanceTimersByTimeAsync(499);
    delays.wake();
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome()).toBeUndefined();
    delays.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome()).toBe(true);
  });

  it('ends with its signal at any time', async () => {
    const stop = new AbortController();
    const outcome = trackOutcome(new RetryDelays().wait(1000, { atLeast: 500, signal: stop.signal }));
    stop.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome()).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
