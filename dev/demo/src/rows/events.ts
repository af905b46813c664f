import type { ProblemEvent } from '@solvent/contracts';
import type { problemEvents } from '../../../../api/src/features/marketplace/schema.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type EventInsert = typeof problemEvents.$inferInsert;

/** What happened to one problem, as far as its state says it. */
export function eventsOf({ source, row, decidedAt }: StoredProblem, idOf: (person: string) => string): EventInsert[] {
  const eventOf = (event: ProblemEvent, person: string, at: Date): EventInsert => ({
    id: idAt(at),
    problemId: row.id,
    event,
    personId: idOf(person),
    at,
  });
  const events = [eventOf('posted', source.by, row.createdAt)];
  if (source.accepted !== undefined) events.push(eventOf('bid_accepted', source.accepted, decidedAt));
  if (source.status === 'solved') events.push(eventOf('solved', source.by, row.updatedAt));
  if (source.status === 'closed') events.push(eventOf('closed', source.by, row.updatedAt));
  return events;
}
