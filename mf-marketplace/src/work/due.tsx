import { Day } from '@solvent/kit';
import { Span } from '@solvent/ui';

const DAY = 24 * 3_600_000;

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Days of the calendar from now until then, in the person's zone: 1 is tomorrow, -1 was yesterday. */
const daysUntil = (time: string, now: number): number => Math.round((midnight(Date.parse(time)) - midnight(now)) / DAY);

const NEAR: Record<string, string> = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' };

/** Whether it is over, and the word for a day that is near. */
const dueNow = (time: string, now: number = Date.now()) => ({
  isOver: Date.parse(time) < now,
  near: NEAR[daysUntil(time, now)],
});

/** "due tomorrow", "was due yesterday", "due Nov 23, 2026". */
export function Due({ time }: { time: string }) {
  const { isOver, near } = dueNow(time);
  return (
    <Span color={isOver ? 'fg.error' : undefined} whiteSpace="nowrap">
      {isOver ? 'was due ' : 'due '}
      {near ? <time dateTime={time}>{near}</time> : <Day time={time} />}
    </Span>
  );
}
