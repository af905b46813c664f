import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/connect.ts';
import { problems } from './schema/problems.ts';
import type { ProblemRow } from './schema/problems.ts';

/** What those who change a problem, or its bids, look at. */
export type LockedProblem = Pick<ProblemRow, 'id' | 'userId' | 'title' | 'status'>;

/**
 * The problem, which nobody else changes until the transaction ends; undefined if there is none. Whoever changes a problem's
 * bids locks the problem first: of all who do so at once, each sees what the one before has left.
 */
export async function lockProblem(tx: Tx, id: string): Promise<LockedProblem | undefined> {
  const found = await tx
    .select({ id: problems.id, userId: problems.userId, title: problems.title, status: problems.status })
    .from(problems)
    .where(eq(problems.id, id))
    .for('update');
  return found[0];
}
