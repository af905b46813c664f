/** @jest-environment node */
import { jest } from '@jest/globals';
import { memoizeLoad, retry } from './retry.ts';

const fetch = jest.fn<() => Promise<string>>();

beforeEach(() => {
  jest.useFakeTimers();
  fetch.mockReset();
});
afterEach(() => void jest.useRealTimers());

describe('a request for code (product 10.18)', () => {
  it('is sent once if it succeeds', async () => {
    fetch.mockResolvedValue('code');
    await expect(retry(fetch)).resolves.toBe('code');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is retried after 250 ms', async () => {
    fetch.mockRejectedValueOnce(new Error('reset')).mockResolvedValue('code');
    const fetched = retry(fetch);
    await jest.advanceTimersByTimeAsync(249);
    expect(fetch).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    await expect(fetched).resolves.toBe('code');
  });

  it('rejects with the last error after two attempts', async () => {
    fetch.mockRejectedValueOnce(new Error('reset')).mockRejectedValue(new Error('gone'));
    const failed = retry(fetch).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await failed).toEqual(new Error('gone'));
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('a memoized load', () => {
  it('shares one load among all callers', async () => {
    let fetches = 0;
    const page = memoizeLoad(async () => ({ count: (fetches += 1) }));
    const answers = await Promise.all([page.load(), page.load()]);
    expect(answers).toEqual([{ count: 1 }, { count: 1 }]);
    await page.load();
    expect(fetches).toBe(1);
    expect(page.getValue()).toEqual({ count: 1 });
  });

  it('does not cache a failure: the next call loads again', async () => {
    let fetches = 0;
    const page = memoizeLoad(async () => {
      fetches += 1;
      if (fetches === 1) throw new Error('404');
      return 'code';
    });
    await expect(page.load()).rejects.toThrow('404');
    expect(page.getValue()).toBeUndefined();
    await expect(page.load()).resolves.toBe('code');
  });
});
