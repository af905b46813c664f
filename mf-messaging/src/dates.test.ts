/** @jest-environment node */
import { clockText, dayOf, dayText } from './dates.ts';

const NOW = new Date(2026, 10, 20, 15, 30).getTime();
const textOf = (...date: [number, number, number, number?]) => dayText(dayOf(new Date(...date).getTime()), NOW);

it.each([
  ['Today', textOf(2026, 10, 20)],
  ['Yesterday', textOf(2026, 10, 19, 23)],
  ['Wednesday, November 18', textOf(2026, 10, 18)],
  ['November 20, 2025', textOf(2025, 10, 20)],
])('says "%s"', (expected, text) => {
  expect(text).toBe(expected);
});

it('says the time of a day', () => {
  expect(clockText(NOW)).toMatch(/^(15:30|3:30\sPM)$/);
});
