/** The first moment of a time's day, where the person is: ms since the epoch. */
export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** The day before the one that begins at `day`; days have 23 to 25 hours. */
function startOfPreviousDay(day: number): number {
  const date = new Date(day);
  return date.setDate(date.getDate() - 1);
}

/**
 * "Today", "Yesterday", "Friday, November 6", "November 6, 2025".
 *
 * @param day as {@link startOfDay} gives it
 * @param now ms since the epoch
 */
export function formatDay(day: number, now: number = Date.now()): string {
  const today = startOfDay(now);
  if (day === today) return 'Today';
  if (day === startOfPreviousDay(today)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(now).getFullYear();
  const style = isThisYear ? ({ weekday: 'long' } as const) : ({ year: 'numeric' } as const);
  return new Date(day).toLocaleDateString('en-US', { ...style, month: 'long', day: 'numeric' });
}

let clockFormat: Intl.DateTimeFormat | undefined;

/** The time of the day as this person's device writes it: "14:05", "2:05 PM". */
export function formatClockTime(time: number): string {
  // Made when there is a time to write: that takes a slow phone an eighth of a second, and this code is fetched ahead.
  clockFormat ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
  return clockFormat.format(time);
}
