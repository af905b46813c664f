/** @jest-environment node */
import { findDoneByError, getToday, isDay } from './days.ts';

describe('the day by which a problem is needed (product 5.27)', () => {
  it.each(['2026-02-29', '2026-2-3', '2026-13-01', '2026-12-24T00:00', 'soon', ''])('%j is no calendar day', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['2026-12-01', undefined],
    ['2026-11-30', 'Choose today or a later day'],
    ['2027-12-01', undefined],
    ['2027-12-02', 'Choose a day within a year'],
    ['', undefined],
    [null, undefined],
  ])('%j on December 1, 2026: %s', (day, error) => {
    expect(findDoneByError(day, '2026-12-01')).toBe(error);
  });

  it('may have passed if it is unchanged, and may differ by the slack', () => {
    expect(findDoneByError('2026-11-01', '2026-12-01', '2026-11-01')).toBeUndefined();
    expect(findDoneByError('2026-11-30', '2026-12-01', null, 1)).toBeUndefined();
    expect(findDoneByError('2026-11-29', '2026-12-01', null, 1)).toBe('Choose today or a later day');
  });

  it('starts at midnight of this device', () => {
    expect(getToday(new Date(2026, 11, 1, 0, 0))).toBe('2026-12-01');
    expect(getToday(new Date(2026, 11, 1, 23, 59))).toBe('2026-12-01');
  });
});
