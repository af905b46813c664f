/** @jest-environment node */
import { jest } from '@jest/globals';
import { createPacedProgress } from './paced-progress.ts';

let shown: number[];
let bar: ReturnType<typeof createPacedProgress>;
beforeEach(() => {
  jest.useFakeTimers();
  shown = [];
  bar = createPacedProgress((percent) => shown.push(percent));
});
afterEach(() => {
  bar.stop();
  jest.useRealTimers();
});

describe('the bar of an upload (product 4.21, 9.15)', () => {
  it('takes three seconds for what is sent at once: 5 % each 150 ms', async () => {
    bar.setTarget(1);
    jest.advanceTimersByTime(149);
    expect(shown).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(shown).toEqual([5]);
    jest.advanceTimersByTime(19 * 150);
    expect(shown).toHaveLength(20);
    expect(shown.at(-1)).toBe(100);
    await expect(bar.completed).resolves.toBeUndefined();
  });

  it('never shows more than was sent, and never goes back', () => {
    bar.setTarget(0.129);
    jest.advanceTimersByTime(1000);
    bar.setTarget(0.05);
    jest.advanceTimersByTime(1000);
    expect(shown).toEqual([5, 10, 12]);
  });

  it('does not move once it is stopped', () => {
    bar.setTarget(1);
    bar.stop();
    jest.advanceTimersByTime(1000);
    expect(shown).toEqual([]);
  });
});
