/** Returns local midnight of a time's day, in ms since the epoch. */
export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function startOfPreviousDay(day: number): number {
  const date = new Date(day);
  return date.setDate(date.getDate() - 1);
}

/** Formats a day from {@link startOfDay}: "Today", "Yesterday", "Friday, November 6", "November 6, 2025". */
export function formatDay(day: number, now: number = Date.now()): string {
  const today = startOfDay(now);
  if (day === today) return 'Today';
  if (day === startOfPreviousDay(today)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(now).getFullYear();
  const style = isThisYear ? ({ weekday: 'long' } as const) : ({ year: 'numeric' } as const);
  return new Date(day).toLocaleDateString('en-US', { ...style, month: 'long', day: 'numeric' });
}

let clockFormat: Intl.DateTimeFormat | undefined;

/** Formats the time of day for this device: "14:05", "2:05 PM". */
export function formatClockTime(time: number): string {
  // Created on first use: it takes a slow phone 125 ms, and this module is preloaded.
  clockFormat ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
  return clockFormat.format(time);
}
