import { MONTHS } from '@solvent/kit';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns local midnight of a time's day, in ms since the epoch. */
export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function addDays(day: number, count: number): number {
  const date = new Date(day);
  return date.setDate(date.getDate() + count);
}

/** Formats a local date: "November 6". Avoids `toLocaleDateString`, which takes a slow phone 10 ms per call. */
export const formatDayOfYear = (date: Date): string => `${MONTHS[date.getMonth()]} ${date.getDate()}`;

/** Formats a day from {@link startOfDay}: "Today", "Yesterday", "Friday, November 6", "November 6, 2025". */
export function formatDay(day: number, now: number): string {
  const today = startOfDay(now);
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  const date = new Date(day);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return isThisYear ? `${WEEKDAYS[date.getDay()]}, ${formatDayOfYear(date)}` : `${formatDayOfYear(date)}, ${date.getFullYear()}`;
}

let clockFormat: Intl.DateTimeFormat | undefined;

/** Formats the time of day for this device: "14:05", "2:05 PM". */
export function formatClockTime(time: number): string {
  // Created on first use: it takes a slow phone 125 ms, and this module is preloaded.
  clockFormat ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
  return clockFormat.format(time);
}

/** Formats a time within a day from now: "14:05", "tomorrow, 14:05". */
export const formatDeadline = (time: number, now: number): string =>
  `${startOfDay(time) === addDays(startOfDay(now), 1) ? 'tomorrow, ' : ''}${formatClockTime(time)}`;
