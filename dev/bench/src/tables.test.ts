import { compare } from './compare.ts';
import { CASE_GOAL, createRow, formatVerdicts } from './report.ts';
import type { Report } from './report.ts';

const times = (known: number[]) =>
  new Map([
    ['unknown', [10, 11, 12]],
    ['known', known],
  ]);

describe('compared times', () => {
  it('return the spread of the medians, whichever is slower; without times it is no number', () => {
    expect(compare(times([10, 22, 90]), 'unknown').spread).toBeCloseTo(1);
    expect(compare(times([5, 5.5, 90]), 'unknown').spread).toBeCloseTo(1);
    expect(compare(times([1, 11, 90]), 'unknown').spread).toBeCloseTo(0);
    expect(compare(times([]), 'unknown').spread <= 0.1).toBe(false);
  });
});

const row = (p50: number, p99 = p50, ratio = 2) => ({ p50, p99, bare: p50 / ratio, ratio });
const good: Report = {
  'list, page 1': row(4, 20),
  'search: rare word': row(10, 49),
  'search: common word': row(10, 50),
  'page 1,000, after page 999': row(8),
  problem: row(3, 9, 3),
  'filter: tag, price and state': row(2, 9, 4),
};

describe('a report', () => {
  it('summarizes times and those of the bare query', () => {
    expect(createRow([1, 2, 3, 100, 2], [1, 1, 1, 9])).toEqual({ p50: 2, p99: 100, bare: 1, ratio: 2 });
  });

  it('states for each goal whether it was met', () => {
    expect(formatVerdicts(good).filter((line) => line.startsWith('MISSED'))).toEqual([]);
  });

  it.each([
    ['twice the bare query', row(10, 20, 2), 'met'],
    ['four times the bare query, and fast', row(1.9, 20, 4), 'met'],
    ['four times the bare query, and slow', row(2.1, 20, 4), 'MISSED'],
  ])('rates a read of %s as: %s', (_what, read, verdict) => {
    expect(formatVerdicts({ ...good, read }, [CASE_GOAL])).toEqual([`${verdict}: ${CASE_GOAL.label}`]);
  });

  it.each([
    ['list: p50 at most 5 ms', { 'list, page 1': row(5.1, 20) }],
    ['lists: p99 at most 30 ms', { 'list, page 1': row(4, 31) }],
    ['lists: p99 at most 30 ms', { 'list, lowest budget': row(4, 31) }],
    ['list: p50 at most 3 times the bare query', { 'list, page 1': row(4, 20, 3.1) }],
    ['searches: p99 at most 50 ms', { 'search: rare word': row(10, 51) }],
    ['page 1,000 after page 999: p50 at most twice that of page 1', { 'page 1,000, after page 999': row(8.1) }],
  ])('reports that "%s" was missed', (label, change) => {
    expect(formatVerdicts({ ...good, ...change }).filter((line) => line.startsWith('MISSED'))).toEqual([`MISSED: ${label}`]);
  });
});
