import { and, desc, eq } from 'drizzle-orm';
import type { Problem } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { bids } from '../../schema/bids.ts';
import { bidsWithSolver } from '../../bids-with-solver.ts';
import { presentBid } from '../../present-bid.ts';

/** The bids on a problem that its page shows: the viewer's latest, and the accepted one to the poster and its solver. */
export async function bidsFor(
  db: Executor,
  { id, posterId }: { id: string; posterId: string },
  viewerId: string | undefined,
): Promise<Pick<Problem, 'myBid' | 'acceptedBid'>> {
  if (viewerId === undefined) return { myBid: null, acceptedBid: null };
  const accepted = eq(bids.status, 'accepted');
  const own = eq(bids.solverId, viewerId);
  const rows = await bidsWithSolver(db)
    .where(and(eq(bids.problemId, id), viewerId === posterId ? accepted : own))
    .orderBy(desc(bids.createdAt), desc(bids.id));
  const found = rows.map(presentBid);
  return {
    myBid: found.find(({ solver }) => solver._id === viewerId) ?? null,
    acceptedBid: found.find(({ status }) => status === 'accepted') ?? null,
  };
}
