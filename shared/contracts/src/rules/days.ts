import { PROBLEM } from '../limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a text is a calendar day such as `2026-12-24`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`)) && addDays(text, 0) === text;

/** Adds days to a calendar day. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the calendar day in the time zone of this device. */
export function getToday(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return [now.getFullYear(), month, day].join('-');
}

/**
 * Returns why a problem cannot be needed by that day (product 5.27). An unchanged day is valid, also after it has passed.
 * @param slack days by which the poster's calendar may differ from `today`
 */
export function findDoneByError(day: string | null | undefined, today: string, stored?: string | null, slack = 0) {
  if (!day || day === stored) return undefined;
  if (day < addDays(today, -slack)) return 'Choose today or a later day';
  return day > addDays(today, PROBLEM.doneByDaysMax + slack) ? 'Choose a day within a year' : undefined;
}
