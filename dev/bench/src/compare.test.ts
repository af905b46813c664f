import { compare } from './compare.ts';

const times = (known: number[]) =>
  new Map([
    ['unknown', [10, 11, 12]],
    ['known', known],
  ]);

describe('compared times', () => {
  it('tell how far the medians are apart, whichever is slower', () => {
    expect(compare(times([10, 22, 90]), 'unknown').apart).toBeCloseTo(1);
    expect(compare(times([5, 5.5, 90]), 'unknown').apart).toBeCloseTo(1);
    expect(compare(times([1, 11, 90]), 'unknown').apart).toBeCloseTo(0);
  });

  it('are shown with their ratio to the baseline', () => {
    const { table } = compare(times([10, 22, 90]), 'unknown');
    expect(table).toMatch(/unknown +11\.00 ms +12\.00 ms +1\.000/);
    expect(table).toMatch(/known +22\.00 ms +90\.00 ms +2\.000/);
  });

  it('that are missing are not close to anything', () => {
    expect(compare(times([]), 'unknown').apart <= 0.1).toBe(false);
  });
});
