import { chakra } from '@solvent/ui';
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

/** A relative time that keeps itself up to date, with the full time as its title. */
export function RelativeTime({ time, ...props }: { time: string } & HTMLChakraProps<'time'>) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <chakra.time dateTime={time} title={new Date(time).toLocaleString()} whiteSpace="nowrap" {...props}>
      {relativeTime(time)}
    </chakra.time>
  );
}
