import { jest } from '@jest/globals';
import { TokenBucket } from './token-bucket.ts';

it('allows a burst, then a constant rate, and no larger burst after a pause', () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const bucket = new TokenBucket({ size: 3, perSecond: 2 });
  const count = () => Array.from({ length: 10 }, () => bucket.take()).filter(Boolean).length;
  expect(count()).toBe(3);
  now += 1000;
  expect(count()).toBe(2);
  now += 60_000;
  expect(count()).toBe(3);
  jest.restoreAllMocks();
});
