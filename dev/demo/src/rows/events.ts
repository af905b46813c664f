import type { ProblemEvent } from '@solvent/contracts';
import type { problemEvents } from '../../../../api/src/schema/index.ts';
import { createIdAt } from './clock.ts';
import type { ProblemRows } from './problems.ts';

type EventInsert = typeof problemEvents.$inferInsert;

/** Derives the timeline of a problem from its state. */
export function buildEvents({ source, row, decidedAt }: ProblemRows, getId: (person: string) => string): EventInsert[] {
  const buildEvent = (event: ProblemEvent, person: string, at: Date): EventInsert => ({
    id: createIdAt(at),
    problemId: row.id,
    event,
    personId: getId(person),
    at,
  });
  const events = [buildEvent('posted', source.by, row.createdAt)];
  if (source.accepted !== undefined) events.push(buildEvent('bid_accepted', source.accepted, decidedAt));
  if (source.status === 'solved') events.push(buildEvent('solved', source.by, row.updatedAt));
  if (source.status === 'closed') events.push(buildEvent('closed', source.by, row.updatedAt));
  return events;
}
