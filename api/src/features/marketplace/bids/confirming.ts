import type { ComparisonAnswer } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { refuseBlocked } from '../../accounts/service.ts';
import type { BidWithSolver } from './queries.ts';
import { changedBid, holdBid, isOutdated, refuseAct } from './service.ts';
import { confirmedAt, textAt } from '../problems/rewriting.ts';
import type { ProblemText } from '../problems/rewriting.ts';
import { refuseTakenDown } from '../problems/visibility.ts';
import { bids, problems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';

/** What a problem says, beside its lock. */
async function textNow(db: Executor, problemId: string): Promise<ProblemText> {
  const { title, body, category, tags } = problems;
  const [now] = await db.select({ title, body, category, tags }).from(problems).where(eq(problems.id, problemId));
  if (now === undefined) throw notFound('This problem');
  return now;
}

/**
 * What the problem of a solver's own bid said when the bid was made or confirmed, and what it says now.
 * @throws AppError as `holdBid`; `not_found` where the bid waits for no confirmation
 */
export function compareTexts({ db }: Pick<Deps, 'db'>, solverId: string, id: string): Promise<ComparisonAnswer> {
  return db.transaction(async (tx) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    const { bid, problem } = held;
    refuseTakenDown(problem, solverId);
    const before = await textAt(tx, problem.id, confirmedAt(bid));
    if (before === undefined || problem.rewrittenAt === null || !isOutdated(held)) throw notFound('This change');
    return { before, after: await textNow(tx, problem.id), changedAt: problem.rewrittenAt.toISOString() };
  });
}

/**
 * States that a solver's own bid holds for the problem as it is now: it can be accepted again (product 4.11).
 * @param changedAt of the comparison that the solver has read
 * @throws AppError as `holdBid`; `conflict` with what became of it, and where the problem was changed once more; `forbidden` where one
 *   of the two has blocked the other
 */
export function confirmBid({ transact }: Deps, solverId: string, id: string, changedAt: string): Promise<BidWithSolver> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, solverId, 'solver');
    const { problem } = held;
    refuseTakenDown(problem, solverId);
    refuseAct('confirmBid', held);
    await refuseBlocked(tx, solverId, problem.userId, 'bid');
    const rewrittenAt = problem.rewrittenAt?.getTime() ?? 0;
    if (Date.parse(changedAt) !== rewrittenAt)
      throw conflict('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    // After the edit, whatever the clock of the server that stored it.
    const at = new Date(Math.max(Date.now(), rewrittenAt + 1));
    await tx.update(bids).set({ confirmedAt: at }).where(eq(bids.id, id));
    return changedBid(tx, events, id, [problem.userId, solverId]);
  });
}
