import { getRenderedAt } from '@solvent/http';
import { useServerTime } from '@solvent/socket';
import { chakra, useHydrated } from '@solvent/ui';
import type { HTMLChakraProps } from '@solvent/ui';
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns "Just now", "5m ago", "3h ago" or "2d ago" (product 9.5). @param now ms since the epoch */
export function formatRelativeTime(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  return `${Math.floor(age / DAY_MS)}d ago`;
}

/** Returns props for a title with local date and time. Formats on hover, because the first call takes a slow phone 125 ms. */
export function useLocalTimeTitle(time: string | number) {
  const [title, setTitle] = useState<string>();
  return { title, onPointerEnter: () => setTitle(new Date(time).toLocaleString()) };
}

/** Shows a relative time that updates every minute. */
export function RelativeTime({ time, ...props }: { time: string } & HTMLChakraProps<'time'>) {
  const isHydrated = useHydrated();
  const now = useServerTime();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <chakra.time dateTime={time} {...useLocalTimeTitle(time)} whiteSpace="nowrap" {...props}>
      {formatRelativeTime(time, isHydrated ? now : (getRenderedAt() ?? now))}
    </chakra.time>
  );
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const DAY_FORMATS = {
  /** "Nov 20, 2026" */
  short: (month: string, day: number, year: number) => `${month.slice(0, 3)} ${day}, ${year}`,
  /** "November 20, 2026" */
  long: (month: string, day: number, year: number) => `${month} ${day}, ${year}`,
  /** "November 20" */
  dayOfYear: (month: string, day: number) => `${month} ${day}`,
  /** "November 2026" */
  month: (month: string, _day: number, year: number) => `${month} ${year}`,
};

interface DayProps extends HTMLChakraProps<'time'> {
  time: string;
  format?: keyof typeof DAY_FORMATS;
}

/** Shows a date, in UTC until hydration; a calendar day such as `2026-12-24` is the same everywhere. Avoids `toLocaleDateString`, whose first call takes a slow phone 125 ms. */
export function Day({ time, format = 'short', ...props }: DayProps) {
  const isHydrated = useHydrated();
  const isLocal = isHydrated && time.includes('T');
  const date = new Date(time);
  const [month, day, year] = isLocal
    ? [date.getMonth(), date.getDate(), date.getFullYear()]
    : [date.getUTCMonth(), date.getUTCDate(), date.getUTCFullYear()];
  return (
    <chakra.time dateTime={time} {...props}>
      {DAY_FORMATS[format](MONTHS[month] ?? '', day, year)}
    </chakra.time>
  );
}
