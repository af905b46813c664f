import type { PlaceBidBody } from '@solvent/contracts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotBlocked } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import { bids, problems, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { attachFiles } from '../attachments.ts';
import type { BidWithSolver } from './queries.ts';
import { finishChange, NOT_OPEN, readBid } from './service.ts';
import { BID_TEXTS } from '../texts.ts';
import { lockProblem, assertNotTakenDown } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { conflict, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';

const HAS_BID = 'You already have a bid on this problem.';

interface BidRequest {
  solver: UserRow;
  body: PlaceBidBody;
  /** Idempotency-Key: a repeated one returns the first bid. */
  requestKey: string | undefined;
}

/** Blocks a concurrent account deletion until the bid is stored, so that the deletion withdraws it. */
async function lockSolver(tx: Tx, id: string): Promise<void> {
  const isActive = and(eq(users.id, id), isNull(users.deletedAt));
  const found = await tx.select({ id: users.id }).from(users).where(isActive).for('share');
  if (found.length === 0) throw unauthenticated();
}

async function findEarlierBid(tx: Tx, { solver, requestKey }: BidRequest): Promise<BidWithSolver | undefined> {
  if (requestKey === undefined) return undefined;
  const [found] = await tx
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.solverId, solver.id), eq(bids.requestKey, requestKey)));
  return found && readBid(tx, found.id);
}

async function assertCanBid(tx: Tx, solverId: string, problem: LockedProblem): Promise<void> {
  if (problem.userId === solverId) throw conflict('You cannot bid on your own problem.');
  const live = inArray(bids.status, ['pending', 'accepted']);
  const [own] = await tx
    .select({ status: bids.status })
    .from(bids)
    .where(and(eq(bids.problemId, problem.id), eq(bids.solverId, solverId), live));
  const states = { problem: problem.status, bid: own?.status ?? 'none' } as const;
  assertTransition('placeBid', ['solver'], states, (obstacle) => conflict(obstacle === 'problem' ? NOT_OPEN : HAS_BID));
  await assertNotBlocked(tx, solverId, problem.userId, 'bid');
}

/** @returns the id; undefined if a concurrent request with the same key placed a bid on another problem */
async function storeBid(
  tx: Tx,
  { solver, body, requestKey }: BidRequest,
  { rewrittenAt }: LockedProblem,
): Promise<string | undefined> {
  // After the last edit, even if the clock of the server that stored it is ahead.
  const now = new Date(Math.max(Date.now(), 1 + (rewrittenAt?.getTime() ?? 0)));
  const { attachments: _files, ...offer } = body;
  const stored = await tx
    .insert(bids)
    .values({ ...offer, status: TRANSITIONS.placeBid.to.bid, solverId: solver.id, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [bids.solverId, bids.requestKey] })
    .returning({ id: bids.id });
  return stored[0]?.id;
}

/** @throws AppError `not_found`; `conflict` on own or closed problems, and for a second live bid; `forbidden` across a block */
export const placeBid = ({ transact }: Deps, request: BidRequest): Promise<BidWithSolver> =>
  transact(async (tx, events) => {
    const { solver, body } = request;
    await lockSolver(tx, solver.id);
    const problem = await lockProblem(tx, body.problemId);
    // Only with the lock: a concurrent request with the same key may just have stored its bid.
    const earlier = await findEarlierBid(tx, request);
    if (earlier !== undefined) return earlier;
    if (problem === undefined) throw notFound('This problem');
    assertNotTakenDown(problem, solver.id);
    await assertCanBid(tx, solver.id, problem);
    const id = await storeBid(tx, request, problem);
    if (id === undefined) return (await findEarlierBid(tx, request)) ?? Promise.reject(conflict(HAS_BID));
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} + 1` })
      .where(eq(problems.id, problem.id));
    if (body.attachments?.length) await attachFiles(tx, { purpose: 'bid', id, ownerId: solver.id }, body.attachments);
    const content = BID_TEXTS.new_bid(body.amount, problem.title);
    await notify(tx, events, { ...content, userId: problem.userId, actor: solver, problemId: problem.id });
    return finishChange(tx, events, id, [problem.userId, solver.id]);
  });
