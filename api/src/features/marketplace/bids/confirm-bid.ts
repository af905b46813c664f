import type { ComparisonResponse } from '@solvent/contracts';
import { eq, getTableColumns } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotBlocked } from '../../accounts/index.ts';
import type { BidWithSolver } from './queries.ts';
import { finishChange, findProblemId, lockBid, needsConfirmation, assertBidAction } from './service.ts';
import { LOCKED_PROBLEM_COLUMNS } from '../problems/changes.ts';
import { getConfirmedAt, findTextAt } from '../problems/rewrites.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { bids, problems } from '../../../schema/index.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';

const { title, body, category, tags } = problems;

/** @throws AppError as `findProblemId`; `not_found` if the bid needs no confirmation */
export async function compareTexts({ db }: Pick<Deps, 'db'>, solverId: string, id: string): Promise<ComparisonResponse> {
  const problemId = await findProblemId(db, id, solverId, 'solver');
  const [found] = await db
    .select({ bid: getTableColumns(bids), problem: LOCKED_PROBLEM_COLUMNS, after: { title, body, category, tags } })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found === undefined) throw notFound('This bid');
  const { bid, problem, after } = found;
  assertNotTakenDown(problem, solverId);
  const before = await findTextAt(db, problemId, getConfirmedAt(bid));
  if (before === undefined || problem.rewrittenAt === null || !needsConfirmation(found)) throw notFound('This change');
  return { before, after, changedAt: problem.rewrittenAt.toISOString() };
}

/**
 * Confirms a bid for the rewritten problem (product 4.11). @param changedAt of the comparison that the solver read
 * @throws AppError as `findProblemId`; `conflict` with the state, or if the problem changed again; `forbidden` across a block
 */
export function confirmBid({ transact }: Deps, solverId: string, id: string, changedAt: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const locked = await lockBid(tx, id, solverId, 'solver');
    const { problem } = locked;
    assertNotTakenDown(problem, solverId);
    assertBidAction('confirmBid', locked);
    await assertNotBlocked(tx, solverId, problem.userId, 'bid');
    const rewrittenAt = problem.rewrittenAt?.getTime() ?? 0;
    if (Date.parse(changedAt) !== rewrittenAt)
      throw conflict('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    // After the edit, even if the clock of the server that stored it is ahead.
    const at = new Date(Math.max(Date.now(), rewrittenAt + 1));
    await tx.update(bids).set({ confirmedAt: at }).where(eq(bids.id, id));
    return finishChange(tx, events, id, [problem.userId, solverId]);
  });
}
