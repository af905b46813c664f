import type { Tx } from '../db/connect.ts';
import { problemEvents } from '../db/schema/problems.ts';

/** Puts something on a problem's timeline, in the transaction of what happened; `personId` as in `TimelineEntry.person`. */
export async function recordEvent(
  tx: Tx,
  happened: Pick<typeof problemEvents.$inferInsert, 'problemId' | 'event' | 'personId' | 'at'>,
): Promise<void> {
  await tx.insert(problemEvents).values(happened);
}
