import { Day, formatCount } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { Span } from '@solvent/ui';

const DAY_MS = 24 * 60 * 60_000;

/** Formats the time until a date: "in 3 days", "2 days late". */
export function formatDueIn(dueAt: string, now: number): string {
  const remainingMs = Date.parse(dueAt) - now;
  if (remainingMs < 0) return `${formatCount(Math.ceil(-remainingMs / DAY_MS), 'day')} late`;
  return remainingMs < DAY_MS ? 'within a day' : `in ${formatCount(Math.round(remainingMs / DAY_MS), 'day')}`;
}

interface DueDateProps {
  dueAt: string;
  /** False once the work is delivered: it can't become late any more. */
  isOpen: boolean;
}

export function DueDate({ dueAt, isOpen }: DueDateProps) {
  const text = formatDueIn(dueAt, useServerTime());
  const isLate = text.endsWith('late');
  return (
    <Span fontVariantNumeric="tabular-nums">
      <Day time={dueAt} />
      {isOpen ? (
        <Span color={isLate ? 'fg.error' : 'fg.muted'} fontWeight={isLate ? '500' : undefined} ms="1.5">
          {text}
        </Span>
      ) : null}
    </Span>
  );
}
