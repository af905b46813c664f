import { getRenderedAt } from '@solvent/http';
import { chakra, useHydrated } from '@solvent/ui';
import type { HTMLChakraProps } from '@solvent/ui';
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * "Just now", "5m ago", "3h ago", "2d ago" (product 9.5). A time in the future is "Just now".
 *
 * @param time ISO 8601
 * @param now milliseconds since the epoch
 */
export function relativeTime(time: string, now: number = Date.now()): string {
  const age = now - Date.parse(time);
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  return `${Math.floor(age / DAY_MS)}d ago`;
}

/**
 * Day and time in the person's zone and language, as a title. It is written when they point at what has it: the first such time takes a
 * slow phone, which shows no titles, an eighth of a second.
 */
export function useLocalTimeTitle(time: string | number) {
  const [title, setTitle] = useState<string>();
  return { title, onPointerEnter: () => setTitle(new Date(time).toLocaleString()) };
}

/** A relative time that keeps itself up to date, with the full time as its title. */
export function RelativeTime({ time, ...props }: { time: string } & HTMLChakraProps<'time'>) {
  const isHydrated = useHydrated();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <chakra.time dateTime={time} {...useLocalTimeTitle(time)} whiteSpace="nowrap" {...props}>
      {relativeTime(time, isHydrated ? undefined : getRenderedAt())}
    </chakra.time>
  );
}

const MONTHS = [
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
  /** ISO 8601 */
  time: string;
  format?: keyof typeof DAY_FORMATS;
}

/**
 * The day of a time: in the person's zone, and in UTC where the server made the page, until React has taken it over. Written here: to
 * begin with `toLocaleDateString`, a slow phone takes an eighth of a second.
 */
export function Day({ time, format = 'short', ...props }: DayProps) {
  const isLocal = useHydrated();
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
