import type { PlaceBidBody } from '@solvent/contracts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertNotBlocked } from '../../accounts/service.ts';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { attachFiles } from '../attachments.ts';
import type { BidWithSolver } from './queries.ts';
import { changedBid, NOT_OPEN, readBid } from './service.ts';
import { BID_TEXTS } from './texts.ts';
import { lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { bids, problems } from '../schema.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { notify } from '../../notifications/service.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

const HAS_BID = 'You have a bid on this problem already.';

/** What a bid is placed with; a `requestKey` that the solver sent before gives the bid made then. */
interface Placing {
  solver: UserRow;
  body: PlaceBidBody;
  requestKey: string | undefined;
}

/** Nobody deletes the account before the bid is stored: the deletion then withdraws it. */
async function holdSolver(tx: Tx, id: string): Promise<void> {
  const present = and(eq(users.id, id), isNull(users.deletedAt));
  const held = await tx.select({ id: users.id }).from(users).where(present).for('share');
  if (held.length === 0) throw new AppError('unauthenticated', 'Please sign in to go on.');
}

/** The bid that this key made before. */
async function madeBefore(tx: Tx, { solver, requestKey }: Placing): Promise<BidWithSolver | undefined> {
  if (requestKey === undefined) return undefined;
  const [found] = await tx
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.solverId, solver.id), eq(bids.requestKey, requestKey)));
  return found && readBid(tx, found.id);
}

/** Refuses a bid that this solver may not place on the problem, which is locked. */
async function refuseBid(tx: Tx, solverId: string, problem: LockedProblem): Promise<void> {
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

/** The stored bid's id; undefined if the same key made a bid on another problem at this moment. */
async function store(tx: Tx, { solver, body, requestKey }: Placing, { rewrittenAt }: LockedProblem): Promise<string | undefined> {
  // After the last edit, whatever the clock of the server that stored it.
  const now = new Date(Math.max(Date.now(), 1 + (rewrittenAt?.getTime() ?? 0)));
  const { problemId, amount, message, estimatedDays } = body;
  const offer = { problemId, amount, message, estimatedDays };
  const stored = await tx
    .insert(bids)
    .values({ ...offer, status: TRANSITIONS.placeBid.to.bid, solverId: solver.id, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [bids.solverId, bids.requestKey] })
    .returning({ id: bids.id });
  return stored[0]?.id;
}

function tellPoster(tx: Tx, events: Events, { solver, body }: Placing, problem: LockedProblem): Promise<void> {
  const words = BID_TEXTS.new_bid(body.amount, problem.title);
  return notify(tx, events, { ...words, userId: problem.userId, actor: solver, problemId: problem.id });
}

async function place(tx: Tx, events: Events, placing: Placing): Promise<BidWithSolver> {
  const { solver, body } = placing;
  await holdSolver(tx, solver.id);
  const problem = await lockProblem(tx, body.problemId);
  // Asked with the lock: of two at once with one key, the second finds the first one's bid.
  const first = await madeBefore(tx, placing);
  if (first !== undefined) return first;
  if (problem === undefined) throw notFound('This problem');
  assertNotTakenDown(problem, solver.id);
  await refuseBid(tx, solver.id, problem);
  const id = await store(tx, placing, problem);
  if (id === undefined) return (await madeBefore(tx, placing)) ?? Promise.reject(conflict(HAS_BID));
  await tx
    .update(problems)
    .set({ bidCount: sql`${problems.bidCount} + 1` })
    .where(eq(problems.id, problem.id));
  if (body.attachments?.length) await attachFiles(tx, { purpose: 'bid', id, ownerId: solver.id }, body.attachments);
  await tellPoster(tx, events, placing, problem);
  return changedBid(tx, events, id, [problem.userId, solver.id]);
}

/**
 * Places a solver's bid: bid, count and the poster's notification, or none of them.
 * @throws AppError `not_found` without such a problem; `conflict` if it is the solver's own, not open, or bid on already; `forbidden`
 *   where one of the two has blocked the other
 */
export const placeBid = ({ transact }: Deps, placing: Placing): Promise<BidWithSolver> =>
  transact((tx, events) => place(tx, events, placing));
