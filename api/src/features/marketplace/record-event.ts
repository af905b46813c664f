import { desc, eq, sql } from 'drizzle-orm';
import { PROBLEM_EVENTS } from '@solvent/contracts';
import type { Tx } from '../../platform/db/connect.ts';
import { problemEvents } from './schema/problems.ts';

/**
 * Puts something on a problem's timeline, in the transaction of what happened, which holds the problem (`lockProblem`); `personId` as
 * in `TimelineEntry.person`. What this person did before, with nobody else between, is the same entry once more: whoever opens and
 * closes all day makes no timeline longer.
 */
export async function recordEvent(
  tx: Tx,
  { problemId, event, personId, at }: Pick<typeof problemEvents.$inferInsert, 'problemId' | 'event' | 'personId' | 'at'>,
): Promise<void> {
  const latest = await tx
    .select({ id: problemEvents.id, event: problemEvents.event, personId: problemEvents.personId })
    .from(problemEvents)
    .where(eq(problemEvents.problemId, problemId))
    .orderBy(desc(problemEvents.at), desc(problemEvents.id))
    .limit(PROBLEM_EVENTS.length);
  const others = latest.findIndex((entry) => entry.personId !== personId);
  const own = others === -1 ? latest : latest.slice(0, others);
  const same = own.find((entry) => entry.event === event);
  if (same === undefined) await tx.insert(problemEvents).values({ problemId, event, personId, at });
  else
    await tx
      .update(problemEvents)
      .set({ at, times: sql`${problemEvents.times} + 1` })
      .where(eq(problemEvents.id, same.id));
}
