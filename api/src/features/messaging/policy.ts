import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/db/connect.ts';
import { bids, problems } from '../marketplace/schema.ts';
import { modules } from '../toolbox/schema.ts';
import type { UserRow } from '../accounts/schema/users.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';

const ABOUT_BIDS = 'Only who posted a problem and who bid on it can talk about it.';
const TO_SOLVERS = 'Without a problem, only solvers and authors of modules can be written to.';

/** Whether somebody has published a module: its page invites to write to them (spec 2, "Contact Author"). */
async function isModuleAuthor(tx: Tx, userId: string): Promise<boolean> {
  const shared = inArray(modules.status, ['published', 'unpublished']);
  return (await tx.$count(modules, and(eq(modules.authorId, userId), shared))) > 0;
}

/**
 * Refuses a conversation that is none of theirs: about a problem, its poster talks with who bid on it, whatever became of the
 * bid; about none, anybody with a solver or with the author of a module.
 * @throws AppError `not_found` without such a problem; `forbidden` with a sentence
 */
export async function refuseStrangers(
  tx: Tx,
  callerId: string,
  other: Pick<UserRow, 'id' | 'role'>,
  problemId: string | null,
): Promise<void> {
  if (problemId === null) {
    if (other.role !== 'solver' && !(await isModuleAuthor(tx, other.id))) throw new AppError('forbidden', TO_SOLVERS);
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
