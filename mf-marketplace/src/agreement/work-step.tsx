import type { OwnProblem } from '@solvent/contracts';
import { Day } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { Span } from '@solvent/ui';

const DAY_MS = 24 * 3_600_000;

const getMidnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Returns calendar days in the user's time zone: 1 is tomorrow, -1 was yesterday. */
const countDaysUntil = (time: string, now: number): number =>
  Math.round((getMidnight(Date.parse(time)) - getMidnight(now)) / DAY_MS);

const NEAR_DAYS: Record<string, string> = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' };

const getDueState = (time: string, now: number) => ({
  isOverdue: Date.parse(time) < now,
  nearDay: NEAR_DAYS[countDaysUntil(time, now)],
});

/** "due tomorrow", "was due yesterday", "due Nov 23, 2026". */
export function DueText({ time }: { time: string }) {
  const { isOverdue, nearDay } = getDueState(time, useServerTime());
  return (
    <Span color={isOverdue ? 'fg.error' : undefined} whiteSpace="nowrap">
      {isOverdue ? 'was due ' : 'due '}
      {nearDay ? <time dateTime={time}>{nearDay}</time> : <Day time={time} />}
    </Span>
  );
}

const STEP_TEXTS = {
  delivered: 'delivered',
  solved: 'solved, not paid yet',
  paid: 'paid, not confirmed yet',
  disputed: 'a moderator decides',
} as const;

type WorkProgress = Pick<NonNullable<OwnProblem['work']>, 'step' | 'dueAt' | 'isRevising'>;

export function WorkStep({ work: { step, dueAt, isRevising } }: { work: WorkProgress }) {
  if (step !== 'accepted') return <Span>{STEP_TEXTS[step]}</Span>;
  return isRevising ? <Span>changes requested</Span> : <DueText time={dueAt} />;
}
