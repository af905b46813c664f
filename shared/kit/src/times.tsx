import { servedAt } from '@solvent/http';
import { chakra, useHydrated } from '@solvent/ui';
import type { HTMLChakraProps } from '@solvent/ui';
import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "Just now", "5m ago", "3h ago", "2d ago" (product 9.5). A time in the future is "Just now".
 *
 * @param time ISO 8601
 * @param now milliseconds since the epoch
 */
export function relativeTime(time: string, now: number = Date.now()): string {
  const age = now - Date.parse(time);
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  return `${Math.floor(age / DAY)}d ago`;
}

/**
 * Day and time in the person's zone and language, for a title. Undefined on a server, and until React has taken over what it made:
 * a server knows neither.
 */
export function useLocalTime(time: string | number): string | undefined {
  return useHydrated() ? new Date(time).toLocaleString() : undefined;
}

/** A relative time that keeps itself up to date, with the full time as its title. */
export function RelativeTime({ time, ...props }: { time: string } & HTMLChakraProps<'time'>) {
  const isHydrated = useHydrated();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <chakra.time dateTime={time} title={useLocalTime(time)} whiteSpace="nowrap" {...props}>
      {relativeTime(time, isHydrated ? undefined : servedAt())}
    </chakra.time>
  );
}

const DAY_FORMATS = {
  /** "Nov 20, 2026" */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** "November 20, 2026" */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** "November 20" */
  dayOfYear: { day: 'numeric', month: 'long' },
  /** "November 2026" */
  month: { month: 'long', year: 'numeric' },
} as const;

interface DayProps extends HTMLChakraProps<'time'> {
  /** ISO 8601 */
  time: string;
  format?: keyof typeof DAY_FORMATS;
}

/** The day of a time: in the person's zone, and in UTC where the server made the page, until React has taken it over. */
export function Day({ time, format = 'short', ...props }: DayProps) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' };
  return (
    <chakra.time dateTime={time} {...props}>
      {new Date(time).toLocaleDateString('en-US', { ...DAY_FORMATS[format], ...zone })}
    </chakra.time>
  );
}
