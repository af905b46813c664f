/** @jest-environment node */
import { jest } from '@jest/globals';
import { throttledWrite } from './throttled-write.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('writes the first value at once, then the latest of each interval, and nothing that was dropped', () => {
  const written: string[] = [];
  const { push, flush, drop } = throttledWrite((value: string) => written.push(value));
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
