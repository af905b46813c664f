import { and, desc, eq, sql } from 'drizzle-orm';
import { PAGE_SIZES } from '@solvent/contracts';
import type { PersonSummary, TimelineAnswer } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { problemEvents } from '../../schema/problems.ts';
import { users } from '../../../accounts/schema/users.ts';

/** A problem as far as its timeline needs it. */
interface Told {
  id: string;
  createdAt: Date;
  poster: { id: string; name: string; image: string | null };
}

/** What stands before an entry, wherever that stands by now. */
function before(db: Executor, problemId: string, entryId: string) {
  const entry = db
    .select({ at: problemEvents.at, id: problemEvents.id })
    .from(problemEvents)
    .where(and(eq(problemEvents.id, entryId), eq(problemEvents.problemId, problemId)));
  return sql`(${problemEvents.at}, ${problemEvents.id}) < (${entry})`;
}

const personOf = ({ id, name, image }: Told['poster']): PersonSummary => ({ _id: id, name, image });

/**
 * The latest of what happened to a problem, or what came before one of its entries; oldest first. One from before there were events
 * began when it was stored.
 * @param entryId of an entry; none of this problem has it: there is nothing before it
 */
export async function timelineOf(db: Executor, problem: Told, entryId?: string): Promise<TimelineAnswer> {
  const rows = await db
    .select({
      _id: problemEvents.id,
      event: problemEvents.event,
      person: { _id: users.id, name: users.name, image: users.image },
      at: problemEvents.at,
      times: problemEvents.times,
    })
    .from(problemEvents)
    .innerJoin(users, eq(users.id, problemEvents.personId))
    .where(and(eq(problemEvents.problemId, problem.id), entryId === undefined ? undefined : before(db, problem.id, entryId)))
    .orderBy(desc(problemEvents.at), desc(problemEvents.id))
    .limit(PAGE_SIZES.timeline + 1);
  const hasEarlierEvents = rows.length > PAGE_SIZES.timeline;
  const shown = rows.slice(0, PAGE_SIZES.timeline).toReversed();
  const timeline = shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  if (hasEarlierEvents || entryId !== undefined || timeline.some(({ event }) => event === 'posted'))
    return { timeline, hasEarlierEvents };
  const posted = {
    _id: problem.id,
    event: 'posted',
    person: personOf(problem.poster),
    at: problem.createdAt.toISOString(),
    times: 1,
  } as const;
  return { timeline: [posted, ...timeline], hasEarlierEvents };
}
