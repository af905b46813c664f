/** @jest-environment node */
import { jest } from '@jest/globals';
import { retry } from './retry.ts';

const fetch = jest.fn<() => Promise<string>>();

beforeEach(() => {
  jest.useFakeTimers();
  fetch.mockReset();
});
afterEach(() => void jest.useRealTimers());

describe('something of a remote', () => {
  it('that comes is asked for once', async () => {
    fetch.mockResolvedValue('code');
    await expect(retry(fetch)).resolves.toBe('code');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('that fails is asked for once more, 250 ms later', async () => {
    fetch.mockRejectedValueOnce(new Error('reset')).mockResolvedValue('code');
    const fetched = retry(fetch);
    await jest.advanceTimersByTimeAsync(249);
    expect(fetch).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    await expect(fetched).resolves.toBe('code');
  });

  it('that fails twice fails with the last reason', async () => {
    fetch.mockRejectedValueOnce(new Error('reset')).mockRejectedValue(new Error('gone'));
    const failed = retry(fetch).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await failed).toEqual(new Error('gone'));
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
