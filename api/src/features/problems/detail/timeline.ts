import { asc, eq } from 'drizzle-orm';
import type { PersonSummary, TimelineEntry } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import { problemEvents } from '../../../platform/db/schema/problems.ts';
import { users } from '../../../platform/db/schema/users.ts';

/** What happened to a problem, oldest first. One from before there were events began when it was stored. */
export async function timelineOf(
  db: Executor,
  problem: { id: string; createdAt: Date },
  poster: PersonSummary,
): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      event: problemEvents.event,
      person: { _id: users.id, name: users.name, image: users.image },
      at: problemEvents.at,
    })
    .from(problemEvents)
    .innerJoin(users, eq(users.id, problemEvents.personId))
    .where(eq(problemEvents.problemId, problem.id))
    .orderBy(asc(problemEvents.at), asc(problemEvents.id));
  const entries = rows.map(({ event, person, at }) => ({ event, person, at: at.toISOString() }));
  if (entries.some(({ event }) => event === 'posted')) return entries;
  return [{ event: 'posted', person: poster, at: problem.createdAt.toISOString() }, ...entries];
}
