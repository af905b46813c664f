/** @jest-environment node */
import { formatClockTime, formatDeadline, startOfDay, formatDay } from './dates.ts';

const NOW = new Date(2026, 10, 20, 15, 30).getTime();
const format = (...date: [number, number, number, number?]) => formatDay(startOfDay(new Date(...date).getTime()), NOW);

it.each([
  ['Today', format(2026, 10, 20)],
  ['Yesterday', format(2026, 10, 19, 23)],
  ['Wednesday, November 18', format(2026, 10, 18)],
  ['November 20, 2025', format(2025, 10, 20)],
])('formats "%s"', (expected, text) => {
  expect(text).toBe(expected);
});

it('formats the time of day', () => {
  expect(formatClockTime(NOW)).toMatch(/^(15:30|3:30\sPM)$/);
});

it('formats a deadline, with its day if that is tomorrow (product 2.43)', () => {
  const HOUR_MS = 3_600_000;
  expect(formatDeadline(NOW, NOW - HOUR_MS)).toBe(formatClockTime(NOW));
  expect(formatDeadline(NOW, NOW - 24 * HOUR_MS)).toBe(`tomorrow, ${formatClockTime(NOW)}`);
});
