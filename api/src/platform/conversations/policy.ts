import { and, eq } from 'drizzle-orm';
import type { Tx } from '../db/connect.ts';
import { bids } from '../db/schema/bids.ts';
import { problems } from '../db/schema/problems.ts';
import type { UserRow } from '../db/schema/users.ts';
import { AppError, notFound } from '../errors/app-error.ts';

const ABOUT_BIDS = 'Only who posted a problem and who bid on it can talk about it.';
const TO_SOLVERS = 'Only solvers can be written to from their profile.';

/**
 * Refuses a conversation that is none of theirs: about a problem, its poster talks with who bid on it, whatever became of the
 * bid; about none, anybody with a solver.
 * @throws AppError `not_found` without such a problem; `forbidden` with a sentence
 */
export async function refuseStrangers(
  tx: Tx,
  callerId: string,
  other: Pick<UserRow, 'id' | 'role'>,
  problemId: string | null,
): Promise<void> {
  if (problemId === null) {
    if (other.role !== 'solver') throw new AppError('forbidden', TO_SOLVERS);
    return;
  }
  const [problem] = await tx.select({ posterId: problems.userId }).from(problems).where(eq(problems.id, problemId));
  if (problem === undefined) throw notFound('This problem');
  const { posterId } = problem;
  const bidderId = posterId === callerId ? other.id : callerId;
  const isBetweenThem = posterId === callerId || posterId === other.id;
  const placed = and(eq(bids.problemId, problemId), eq(bids.solverId, bidderId));
  if (!isBetweenThem || (await tx.$count(bids, placed)) === 0) throw new AppError('forbidden', ABOUT_BIDS);
}
