import { and, eq } from 'drizzle-orm';
import type { Bid } from '@solvent/contracts';
import { openConversation } from '../../messaging/open-conversation.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { bids } from '../schema/bids.ts';
import type { BidRow } from '../schema/bids.ts';
import { problems } from '../schema/problems.ts';
import type { UserRow } from '../../accounts/schema/users.ts';
import type { Deps } from '../../../deps.ts';
import { BID_WORDS } from '../bid-words.ts';
import type { LockedProblem } from '../lock-problem.ts';
import { recordEvent } from '../record-event.ts';
import { notify } from '../../notifications/notify.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { changedBid } from './changed-bid.ts';
import { holdBid, refuseClosed } from './held-bid.ts';

type Outcome = 'bid_accepted' | 'bid_rejected' | 'bid_declined';

/** Tells the solver of a bid what its problem's poster has decided. */
function tellSolver(
  tx: Tx,
  events: Events,
  poster: UserRow,
  problem: LockedProblem,
  bid: BidRow,
  outcome: Outcome,
  conversationId?: string,
): Promise<void> {
  const { title, says } = BID_WORDS[outcome];
  const type = outcome === 'bid_declined' ? 'bid_rejected' : outcome;
  const about = { type, title, message: says(bid.amount, problem.title), problemId: problem.id } as const;
  const talk = conversationId === undefined ? {} : { conversationId };
  return notify(tx, events, { userId: bid.solverId, actor: poster, ...about, ...talk });
}

/** Rejects the pending bids that are left. */
function rejectOthers(tx: Tx, problemId: string, updatedAt: Date): Promise<BidRow[]> {
  const pending = and(eq(bids.problemId, problemId), eq(bids.status, 'pending'));
  return tx.update(bids).set({ status: 'rejected', updatedAt }).where(pending).returning();
}

async function accept(tx: Tx, events: Events, poster: UserRow, id: string): Promise<Bid> {
  const held = await holdBid(tx, id, poster.id, 'poster');
  refuseClosed(held);
  const { bid, problem } = held;
  const at = new Date();
  await tx.update(bids).set({ status: 'accepted', updatedAt: at }).where(eq(bids.id, id));
  const others = await rejectOthers(tx, problem.id, at);
  await tx.update(problems).set({ status: 'in-progress', updatedAt: at }).where(eq(problems.id, problem.id));
  await recordEvent(tx, { problemId: problem.id, event: 'bid_accepted', personId: bid.solverId, at });
  const people = [poster.id, bid.solverId] as const;
  const { id: conversationId } = await openConversation(tx, { problemId: problem.id, people });
  await tellSolver(tx, events, poster, problem, bid, 'bid_accepted', conversationId);
  for (const other of others) await tellSolver(tx, events, poster, problem, other, 'bid_rejected');
  return changedBid(tx, events, id, [poster.id, bid.solverId, ...others.map(({ solverId }) => solverId)]);
}

/**
 * Accepts a bid, in one transaction with all that follows from it: the others are rejected, the problem is in progress, the
 * conversation of the two is open, each solver is told (api "State machines"). Of two accepts at once, one wins.
 * @throws AppError as `holdBid`; `conflict` with what happened instead
 */
export const acceptBid = ({ transact }: Deps, poster: UserRow, id: string): Promise<Bid> =>
  transact((tx, events) => accept(tx, events, poster, id));

/**
 * Rejects a pending bid and tells its solver.
 * @param reason why, where the poster says so
 * @throws AppError as `holdBid`; `conflict` with what happened instead
 */
export function rejectBid({ transact }: Deps, poster: UserRow, id: string, reason: string | undefined): Promise<Bid> {
  return transact(async (tx, events) => {
    const held = await holdBid(tx, id, poster.id, 'poster');
    refuseClosed(held);
    const { bid, problem } = held;
    const rejected = {
      status: 'rejected' as const,
      reason: reason === undefined || reason === '' ? null : reason,
      updatedAt: new Date(),
    };
    await tx.update(bids).set(rejected).where(eq(bids.id, id));
    await tellSolver(tx, events, poster, problem, bid, 'bid_declined');
    return changedBid(tx, events, id, [poster.id, bid.solverId]);
  });
}
