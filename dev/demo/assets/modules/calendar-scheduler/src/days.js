/** Days are texts such as `2026-11-21`, reckoned in UTC: there every day has 24 hours. */
const DAY = 86_400_000;

export const addDays = (day, count) => new Date(Date.parse(`${day}T00:00Z`) + count * DAY).toISOString().slice(0, 10);

/** Monday is 1, Sunday is 7. */
export const weekday = (day) => ((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1;

export const daysBetween = (from, to) => Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY);

/** The same day of a later month; undefined where that month is too short. */
export function addMonths(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const moved = new Date(Date.UTC(year, month - 1 + count, date)).toISOString().slice(0, 10);
  return Number(moved.slice(8)) === date ? moved : undefined;
}
