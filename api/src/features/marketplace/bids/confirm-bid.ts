import type { ComparisonResponse } from '@solvent/contracts';
import { eq, getTableColumns } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertNotBlocked } from '../../accounts/service.ts';
import type { BidWithSolver } from './queries.ts';
import { changedBid, findProblemOf, holdBid, isOutdated, refuseAction } from './service.ts';
import { LOCKED_PROBLEM_COLUMNS } from '../problems/changes.ts';
import { getConfirmedAt, findTextAt } from '../problems/rewrites.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { bids, problems } from '../schema.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';

const { title, body, category, tags } = problems;

/**
 * What the problem of a solver's own bid said when the bid was made or confirmed, and what it says now. A read: it locks nothing.
 * @throws AppError as `findProblemOf`; `not_found` where the bid waits for no confirmation
 */
export async function compareTexts({ db }: Pick<Deps, 'db'>, solverId: string, id: string): Promise<ComparisonResponse> {
  const problemId = await findProblemOf(db, id, solverId, 'solver');
  const [found] = await db
    .select({ bid: getTableColumns(bids), problem: LOCKED_PROBLEM_COLUMNS, after: { title, body, category, tags } })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found === undefined) throw notFound('This bid');
  const { bid, problem, after } = found;
  assertNotTakenDown(problem, solverId);
  const before = await findTextAt(db, problemId, getConfirmedAt(bid));
  if (before === undefined || problem.rewrittenAt === null || !isOutdated(found)) throw notFound('This change');
  return { before, after, changedAt: problem.rewrittenAt.toISOString() };
}

/**
 * States that a solver's own bid holds for the problem as it is now: it can be accepted again (product 4.11).
 * @param changedAt of the comparison that the solver has read
 * @throws AppError as `findProblemOf`; `conflict` with its state, or if the problem was changed again; `forbidden` if one of the two
 *   has blocked the other
 */
export function confirmBid({ transact }: Deps, solverId: string, id: string, changedAt: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    const { problem } = held;
    assertNotTakenDown(problem, solverId);
    refuseAction('confirmBid', held);
    await assertNotBlocked(tx, solverId, problem.userId, 'bid');
    const rewrittenAt = problem.rewrittenAt?.getTime() ?? 0;
    if (Date.parse(changedAt) !== rewrittenAt)
      throw conflict('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    // After the edit, whatever the clock of the server that stored it.
    const at = new Date(Math.max(Date.now(), rewrittenAt + 1));
    await tx.update(bids).set({ confirmedAt: at }).where(eq(bids.id, id));
    return changedBid(tx, events, id, [problem.userId, solverId]);
  });
}
