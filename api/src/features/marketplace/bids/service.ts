import type { AcceptBidBody, ChangeBidBody, ComparisonResponse, PlaceBidBody } from '@solvent/contracts';
import { and, eq, inArray, or, sql, getTableColumns } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotBlocked, lockUser } from '../../accounts/index.ts';
import { openConversation } from '../../messaging/index.ts';
import { notify, notifyAll } from '../../notifications/index.ts';
import { bids, problems } from '../../../schema/index.ts';
import type { BidRow, UserRow } from '../../../schema/index.ts';
import { attachFiles } from '../attachments.ts';
import { selectBids } from './queries.ts';
import type { BidWithSolver } from './queries.ts';
import { createAgreement } from '../agreements/lifecycle.ts';
import {
  addBidsAndProblemChanged,
  assertNotTakenDown,
  lockProblem,
  LOCKED_PROBLEM_COLUMNS,
  recordEvent,
} from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { getConfirmedAt, findTextAt } from '../problems/rewrites.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { formatDollars, BID_TEXTS } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError, conflict, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** A bid with its problem, which is locked until the transaction ends. */
interface LockedBid {
  bid: BidRow;
  problem: LockedProblem;
}

const NOT_OPEN = 'This problem is not open for bids any more.';

/** @throws AppError `not_found` to callers on neither side, `forbidden` to the other side */
function assertSide({ bid, problem }: LockedBid, callerId: string, allowed: 'solver' | 'seeker'): void {
  const sides = { solver: bid.solverId, seeker: problem.userId };
  if (sides[allowed] === callerId) return;
  if (!Object.values(sides).includes(callerId)) throw notFound('This bid');
  throw new AppError('forbidden', `Only the ${allowed === 'solver' ? 'bidder' : 'seeker'} can do this.`);
}

/** Locks a bid's problem, which guards the bid, too. @throws AppError like `assertSide` */
async function lockBid(tx: Tx, id: string, callerId: string, allowed: 'solver' | 'seeker'): Promise<LockedBid> {
  // Callers on neither side lock nothing.
  const isOnASide = or(eq(bids.solverId, callerId), eq(problems.userId, callerId));
  const ofBid = tx.select({ id: bids.problemId }).from(bids).innerJoin(problems, eq(problems.id, bids.problemId));
  const problem = await lockProblem(tx, ofBid.where(and(eq(bids.id, id), isOnASide)));
  // Read only after locking: a concurrent transaction may have changed the bid.
  const [bid] = await tx.select().from(bids).where(eq(bids.id, id));
  if (problem === undefined || bid === undefined) throw notFound('This bid');
  assertSide({ bid, problem }, callerId, allowed);
  return { bid, problem };
}

function decidedErrorText({ bid, problem }: LockedBid): string {
  if (bid.status !== 'rejected') return `This bid was ${bid.status}.`;
  const isTaken = problem.status === 'in-progress' || problem.status === 'solved';
  return isTaken ? 'Another bid was accepted meanwhile.' : 'This bid was rejected.';
}

type BidAction = 'changeBid' | 'confirmBid' | 'withdrawBid' | 'acceptBid' | 'rejectBid';

const CONFIRMATION_ERRORS = {
  valid: 'This bid is already confirmed.',
  needed: 'You changed the problem after this bid. It can be accepted once its solver has confirmed it.',
};

const needsConfirmation = ({ bid, problem: { rewrittenAt } }: LockedBid): boolean =>
  rewrittenAt !== null && rewrittenAt >= getConfirmedAt(bid);

function assertBidAction(action: BidAction, locked: LockedBid): void {
  const confirmation = needsConfirmation(locked) ? 'needed' : 'valid';
  const states = { bid: locked.bid.status, problem: locked.problem.status, confirmation } as const;
  assertTransition(action, TRANSITIONS[action].who, states, (obstacle) => {
    if (obstacle === 'confirmation') return conflict(CONFIRMATION_ERRORS[confirmation]);
    return conflict(obstacle === 'bid' ? decidedErrorText(locked) : NOT_OPEN);
  });
}

async function readBid(tx: Tx, id: string): Promise<BidWithSolver> {
  const [found] = await selectBids(tx).where(eq(bids.id, id));
  if (found === undefined) throw new Error('Stored bid not found');
  return found;
}

/** Must end every transaction that changes a bid. @param people as in `addBidsAndProblemChanged` */
async function finishChange(tx: Tx, events: Events, id: string, people: string[]): Promise<BidWithSolver> {
  const bid = await readBid(tx, id);
  await addBidsAndProblemChanged(tx, events, bid.problemId, people);
  return bid;
}

interface BidRequest {
  id: string;
  caller: UserRow;
}

/**
 * Locks and changes a bid. @param apply returns further people concerned
 * @throws AppError like `assertSide`; `conflict` with the state of the bid or the problem
 */
const applyToBid = (
  { transact }: Deps,
  { id, caller }: BidRequest,
  action: BidAction,
  apply: (tx: Tx, events: Events, locked: LockedBid) => Promise<string[] | void>,
): Promise<BidWithSolver> =>
  transact(async (tx, events) => {
    const locked = await lockBid(tx, id, caller.id, TRANSITIONS[action].who[0]);
    const { bid, problem } = locked;
    if (action !== 'withdrawBid' && action !== 'rejectBid') assertNotTakenDown(problem, caller.id);
    assertBidAction(action, locked);
    const others = await apply(tx, events, locked);
    return finishChange(tx, events, id, [problem.userId, bid.solverId, ...(others ?? [])]);
  });

export const changeBid = (deps: Deps, request: BidRequest, { attachments, ...offer }: ChangeBidBody): Promise<BidWithSolver> =>
  applyToBid(deps, request, 'changeBid', async (tx, _events, { bid: { id, solverId }, problem }) => {
    await assertNotBlocked(tx, solverId, problem.userId, 'bid');
    await tx
      .update(bids)
      .set({ ...offer, updatedAt: new Date() })
      .where(eq(bids.id, id));
    if (attachments !== undefined) await attachFiles(tx, { purpose: 'bid', id, ownerId: solverId }, attachments);
  });

/** Withdraws a bid, also on a closed problem. */
export const withdrawBid = (deps: Deps, request: BidRequest): Promise<BidWithSolver> =>
  applyToBid(deps, request, 'withdrawBid', async (tx, _events, { bid, problem }) => {
    await tx.update(bids).set({ status: TRANSITIONS.withdrawBid.to.bid, updatedAt: new Date() }).where(eq(bids.id, bid.id));
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} - 1` })
      .where(eq(problems.id, problem.id));
  });

/** @throws AppError `conflict` if the bid no longer has the terms that the poster read */
function assertUnchanged(bid: BidRow, { amount = bid.amount, estimatedDays = bid.estimatedDays }: AcceptBidBody): void {
  if (amount === bid.amount && estimatedDays === bid.estimatedDays) return;
  const days = bid.estimatedDays === 1 ? '1 day' : `${bid.estimatedDays} days`;
  throw conflict(
    `This bid was changed meanwhile: it is ${formatDollars(bid.amount)} in ${days} now. Accept it if that is fine, too.`,
  );
}

/**
 * Accepts a bid and rejects the others (product 4.11). Of concurrent accepts, one succeeds.
 * @param readTerms the terms that the poster read
 */
export const acceptBid = (deps: Deps, request: BidRequest, readTerms: AcceptBidBody): Promise<BidWithSolver> =>
  applyToBid(deps, request, 'acceptBid', async (tx, events, { bid, problem }) => {
    const { caller: actor } = request;
    assertUnchanged(bid, readTerms);
    await assertNotBlocked(tx, actor.id, bid.solverId, 'accept');
    const at = new Date();
    const { to } = TRANSITIONS.acceptBid;
    await tx.update(bids).set({ status: to.bid, updatedAt: at }).where(eq(bids.id, bid.id));
    const others = await tx
      .update(bids)
      .set({ status: TRANSITIONS.rejectBid.to.bid, updatedAt: at })
      .where(and(eq(bids.problemId, problem.id), eq(bids.status, 'pending')))
      .returning({ id: bids.solverId });
    await tx.update(problems).set({ status: to.problem, updatedAt: at }).where(eq(problems.id, problem.id));
    await createAgreement(tx, problem, bid, at);
    await recordEvent(tx, { problemId: problem.id, event: 'bid_accepted', personId: bid.solverId, at });
    const { id: conversationId } = await openConversation(tx, { problemId: problem.id, people: [actor.id, bid.solverId] });
    const subject = { actor, problemId: problem.id };
    const accepted = BID_TEXTS.bid_accepted(bid.amount, problem.title);
    await notify(tx, events, { ...accepted, ...subject, userId: bid.solverId, conversationId });
    const userIds = others.map(({ id }) => id);
    await notifyAll(tx, events, { ...BID_TEXTS.bid_rejected(bid.amount, problem.title), ...subject, userIds });
    return userIds;
  });

export const rejectBid = (deps: Deps, request: BidRequest, reason: string | undefined): Promise<BidWithSolver> =>
  applyToBid(deps, request, 'rejectBid', async (tx, events, { bid: { id, amount, solverId }, problem }) => {
    const { caller: actor } = request;
    if (reason) await assertNotBlocked(tx, actor.id, solverId, 'write');
    const status = TRANSITIONS.rejectBid.to.bid;
    await tx
      .update(bids)
      .set({ status, reason: reason || null, updatedAt: new Date() })
      .where(eq(bids.id, id));
    const content = BID_TEXTS.bid_declined(amount, problem.title);
    await notify(tx, events, { ...content, userId: solverId, actor, problemId: problem.id });
  });

/**
 * Adds a bid to the shortlist, or removes it. Notifies only the poster's other tabs, because the shortlist is private.
 * @throws AppError like `lockBid`
 */
export async function shortlistBid({ transact, realtime }: Deps, { id, caller }: BidRequest, shortlisted: boolean) {
  const bid = await transact(async (tx) => {
    await lockBid(tx, id, caller.id, 'seeker');
    await tx.update(bids).set({ shortlisted }).where(eq(bids.id, id));
    return readBid(tx, id);
  });
  realtime.toUser(caller.id, 'bid', { problemId: bid.problemId });
  return bid;
}

const { title, category, tags } = problems;

/** @throws AppError like `assertSide`; `not_found` if the bid needs no confirmation */
export async function compareTexts({ db }: Pick<Deps, 'db'>, solverId: string, id: string): Promise<ComparisonResponse> {
  const [found] = await db
    .select({
      bid: getTableColumns(bids),
      problem: LOCKED_PROBLEM_COLUMNS,
      after: { title, body: problems.body, category, tags },
    })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(eq(bids.id, id));
  if (found === undefined) throw notFound('This bid');
  assertSide(found, solverId, 'solver');
  const { bid, problem, after } = found;
  assertNotTakenDown(problem, solverId);
  const before = await findTextAt(db, problem.id, getConfirmedAt(bid));
  if (before === undefined || problem.rewrittenAt === null || !needsConfirmation(found)) throw notFound('This change');
  return { before, after, changedAt: problem.rewrittenAt.toISOString() };
}

/** Confirms a bid for the rewritten problem (product 4.11). @param changedAt of the comparison that the solver read */
export const confirmBid = (deps: Deps, request: BidRequest, changedAt: string): Promise<BidWithSolver> =>
  applyToBid(deps, request, 'confirmBid', async (tx, _events, { bid, problem }) => {
    await assertNotBlocked(tx, bid.solverId, problem.userId, 'bid');
    const rewrittenAt = problem.rewrittenAt?.getTime() ?? 0;
    if (Date.parse(changedAt) !== rewrittenAt)
      throw conflict('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    // After the edit, even if the clock of the server that stored it is ahead.
    const at = new Date(Math.max(Date.now(), rewrittenAt + 1));
    await tx.update(bids).set({ confirmedAt: at }).where(eq(bids.id, bid.id));
  });

interface NewBid {
  solver: UserRow;
  body: PlaceBidBody;
  /** Idempotency-Key: a repeated one returns the first bid. */
  requestKey: string | undefined;
}

async function findEarlierBid(tx: Tx, { solver, requestKey }: NewBid): Promise<BidWithSolver | undefined> {
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
  assertTransition('placeBid', ['solver'], states, (obstacle) =>
    conflict(obstacle === 'problem' ? NOT_OPEN : 'You already have a bid on this problem.'),
  );
  await assertNotBlocked(tx, solverId, problem.userId, 'bid');
}

export const placeBid = ({ transact }: Deps, request: NewBid): Promise<BidWithSolver> =>
  transact(async (tx, events) => {
    const { solver, body, requestKey } = request;
    // Serializes the solver's bids, and blocks an account deletion until this bid is stored, so that it withdraws the bid.
    if ((await lockUser(tx, solver.id)) === undefined) throw unauthenticated();
    const problem = await lockProblem(tx, body.problemId);
    const earlier = await findEarlierBid(tx, request);
    if (earlier !== undefined) return earlier;
    if (problem === undefined) throw notFound('This problem');
    assertNotTakenDown(problem, solver.id);
    await assertCanBid(tx, solver.id, problem);
    const id = newId();
    const status = TRANSITIONS.placeBid.to.bid;
    // After the last edit, even if the clock of the server that stored it is ahead.
    const now = new Date(Math.max(Date.now(), 1 + (problem.rewrittenAt?.getTime() ?? 0)));
    const { attachments, ...offer } = body;
    await tx.insert(bids).values({ ...offer, id, status, solverId: solver.id, requestKey, createdAt: now, updatedAt: now });
    await tx
      .update(problems)
      .set({ bidCount: sql`${problems.bidCount} + 1` })
      .where(eq(problems.id, problem.id));
    if (attachments?.length) await attachFiles(tx, { purpose: 'bid', id, ownerId: solver.id }, attachments);
    const content = BID_TEXTS.new_bid(body.amount, problem.title);
    await notify(tx, events, { ...content, userId: problem.userId, actor: solver, problemId: problem.id });
    return finishChange(tx, events, id, [problem.userId, solver.id]);
  });
