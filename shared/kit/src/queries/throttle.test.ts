/** @jest-environment node */
import { jest } from '@jest/globals';
import { throttle, throttleEach } from './throttle.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('runs with the first value at once, then with the latest of each interval, and without dropped ones', () => {
  const written: string[] = [];
  const { push, flush, drop } = throttle((value: string) => void written.push(value), 300);
  push('a');
  expect(written).toEqual(['a']);
  push('ab');
  push('abc');
  expect(written).toEqual(['a']);
  jest.advanceTimersByTime(300);
  expect(written).toEqual(['a', 'abc']);
  push('abcd');
  flush();
  expect(written).toEqual(['a', 'abc', 'abcd']);
  push('e');
  push('ef');
  drop();
  jest.advanceTimersByTime(1000);
  expect(written).toEqual(['a', 'abc', 'abcd', 'e']);
  push('g');
  jest.advanceTimersByTime(1000);
  push('h');
  expect(written.slice(4)).toEqual(['g', 'h']);
});

it('throttles each target separately', () => {
  const run = jest.fn();
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  const runThrottled = throttleEach(run, 300);
  for (const value of [1, 2, 3]) runThrottled(one, value);
  runThrottled(other, 4);
  expect(run.mock.calls).toEqual([
    [one, 1],
    [other, 4],
  ]);
  jest.advanceTimersByTime(300);
  expect(run.mock.calls.slice(2)).toEqual([[one, 3]]);
});
