/** @jest-environment node */
import { jest } from '@jest/globals';
import { TryLater } from './failures.ts';
import { askedWait, growingWait, Waits } from './waits.ts';

describe('the wait after failed tries', () => {
  it('grows from 1 s to 30 s', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    expect([1, 2, 3, 4, 5, 6, 7, 1000].map(growingWait)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    jest.restoreAllMocks();
  });

  it('is a fifth shorter or longer, so that not all come back at once', () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    expect(growingWait(1)).toBe(800);
    random.mockReturnValue(0.999);
    expect(growingWait(1)).toBeCloseTo(1200, -1);
    jest.restoreAllMocks();
  });

  it('is what the server asks for (Retry-After), within reason', () => {
    expect(askedWait(new TryLater(7000))).toBe(7000);
    expect(askedWait(new TryLater())).toBe(0);
    expect(askedWait(new TryLater(-1))).toBe(0);
    expect(askedWait(new TryLater(Number.POSITIVE_INFINITY))).toBe(600_000);
    expect(askedWait(new Error('Network Error'))).toBe(0);
  });
});

describe('a wait', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** What has become of a wait so far. */
  function outcomeOf(wait: Promise<boolean>): () => boolean | undefined {
    let outcome: boolean | undefined;
    void wait.then((woken) => (outcome = woken));
    return () => outcome;
  }

  it('ends by itself, or is cut short', async () => {
    const waits = new Waits();
    const [long, short] = [outcomeOf(waits.wait(1000)), outcomeOf(waits.wait(100))];
    await jest.advanceTimersByTimeAsync(100);
    expect([long(), short()]).toEqual([undefined, false]);
    waits.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(long()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lasts as long as it must, whoever wakes', async () => {
    const waits = new Waits();
    const outcome = outcomeOf(waits.wait(1000, { atLeast: 500 }));
    waits.wake();
    await jest.advanceTimersByTimeAsync(499);
    waits.wake();
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome()).toBeUndefined();
    waits.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome()).toBe(true);
  });

  it('ends with its signal at any time', async () => {
    const stop = new AbortController();
    const outcome = outcomeOf(new Waits().wait(1000, { atLeast: 500, signal: stop.signal }));
    stop.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome()).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
