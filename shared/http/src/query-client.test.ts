import { jest } from '@jest/globals';
import type { SessionUser } from '@solvent/contracts';
import { clearSession, saveUser } from '@solvent/store';
import { ApiError } from './api-error.ts';
import { createQueryClient, queryClient } from './query-client.ts';

// Only who it is matters here.
const person = (id: string, role = 'seeker') => ({ _id: id, role, token: `token-of-${id}` }) as SessionUser;

async function triesOf(error: unknown): Promise<number> {
  const client = createQueryClient();
  const ask = jest.fn<() => Promise<never>>().mockRejectedValue(error);
  const asked = client.prefetchQuery({ queryKey: ['problems'], queryFn: ask, retry: client.getDefaultOptions().queries?.retry });
  await jest.runAllTimersAsync();
  await asked;
  return ask.mock.calls.length;
}

describe('a query that fails', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each<[what: string, error: unknown, tries: number]>([
    ['without an answer', new ApiError(0, 'network', 'Network Error'), 3],
    ['with 502', new ApiError(502, 'unknown', 'Network Error'), 3],
    ['with 503', new ApiError(503, 'unavailable', 'Please try again.'), 3],
    ['with 500', new ApiError(500, 'internal', 'Something went wrong.'), 1],
    ['with 404', new ApiError(404, 'not_found', 'There is no such problem.'), 1],
    ['with 429', new ApiError(429, 'rate_limited', 'Slow down.'), 1],
    ['by a fault of our own', new TypeError('x is undefined'), 1],
  ])('%s is asked %i times in all', async (_what, error, tries) => {
    expect(await triesOf(error)).toBe(tries);
  });
});

describe("the page's cache", () => {
  const KEY = ['notifications'];
  const cached = () => queryClient.getQueryData(KEY);
  beforeEach(() => {
    saveUser(person('ada'));
    queryClient.setQueryData(KEY, ['secret of ada']);
  });
  afterEach(() => clearSession());

  it('is emptied when the person signs out', () => {
    clearSession();
    expect(cached()).toBeUndefined();
  });

  it('is emptied when another person signs in', () => {
    saveUser(person('mira'));
    expect(cached()).toBeUndefined();
  });

  it('stays when the same person changes the role', () => {
    saveUser(person('ada', 'solver'));
    expect(cached()).toEqual(['secret of ada']);
  });
});
