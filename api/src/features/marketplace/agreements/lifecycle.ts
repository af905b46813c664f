import type { DeliverBody } from '@solvent/contracts';
import { and, eq, getTableColumns, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { attachFiles } from '../attachments.ts';
import { addBidsAndProblemChanged, LOCKED_PROBLEM_COLUMNS, recordEvent } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertAgreementAction } from './action-checks.ts';
import { addAgreementChanged, holdOwn, notifyParty, withdrawProposal, withParties } from './locking.ts';
import type { LockedAgreement } from './locking.ts';
import { agreements, disputes } from './schema.ts';
import { TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import { problems } from '../schema.ts';
import type { BidRow } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** When something is due that takes so many days. */
export const dueAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Makes the agreement of a bid that is accepted, in the transaction of that. */
export async function beginAgreement(tx: Tx, { id, userId }: LockedProblem, bid: BidRow, acceptedAt: Date): Promise<void> {
  const people = { seekerId: userId, solverId: bid.solverId };
  const terms = { amount: bid.amount, dueAt: dueAfter(acceptedAt, bid.estimatedDays) };
  const status = TRANSITIONS.acceptBid.to.agreement;
  await tx.insert(agreements).values({ problemId: id, bidId: bid.id, status, ...people, ...terms, acceptedAt });
}

const isLive = inArray(agreements.status, ['accepted', 'delivered']);

/** The agreement under which work on a problem is under way; the problem is locked. */
export async function findActiveAgreement(tx: Tx, problem: LockedProblem): Promise<LockedAgreement | undefined> {
  const [agreement] = await tx
    .select()
    .from(agreements)
    .where(and(eq(agreements.problemId, problem.id), isLive));
  return agreement && withParties(tx, agreement, problem);
}

/** What is handed over, by whom. */
interface Delivering {
  id: string;
  callerId: string;
  body: DeliverBody;
}

async function deliverIn(tx: Tx, events: Events, { id, callerId, body }: Delivering): Promise<void> {
  const held = await holdOwn(tx, id, callerId);
  await assertAgreementAction(tx, held, 'deliver');
  const { problem, seeker, caller } = held;
  const at = new Date();
  const status = TRANSITIONS.deliver.to.agreement;
  await tx.update(agreements).set({ status, deliveredAt: at, deliveryNote: body.note }).where(eq(agreements.id, id));
  await attachFiles(tx, { purpose: 'delivery', id, ownerId: callerId }, body.files ?? []);
  await recordEvent(tx, { problemId: problem.id, event: 'delivered', personId: callerId, at });
  await notifyParty(tx, events, held, seeker, caller, AGREEMENT_TEXTS.delivered(problem.title));
  await addBidsAndProblemChanged(tx, events, problem.id, [seeker.id, callerId]);
}

/**
 * Hands the work over: note, files, timeline and the seeker's notification, or none of them.
 * @throws AppError as `holdOwn` and `refuseAction`; `invalid` for files that cannot be attached
 */
export const deliver = ({ transact }: Pick<Deps, 'transact'>, delivering: Delivering): Promise<void> =>
  transact((tx, events) => deliverIn(tx, events, delivering));

/** The problem is solved: so is the agreement. What was proposed is not any more. */
export async function solveAgreement(tx: Tx, { agreement }: LockedAgreement, solvedAt: Date): Promise<void> {
  const status = TRANSITIONS.solve.to.agreement;
  await tx.update(agreements).set({ status, solvedAt }).where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, solvedAt);
}

/** Who parts, and what was agreed then; nobody where a moderator decided so. */
interface Parting {
  by: string | null;
  note: string;
}

/** The two part: what was proposed is not any more. */
export async function endAgreement(tx: Tx, { agreement }: LockedAgreement, { by, note }: Parting, at: Date): Promise<void> {
  await tx
    .update(agreements)
    .set({ status: TRANSITIONS.part.to.agreement, partedAt: at, partedBy: by, partingNote: note })
    .where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, at);
}

const ACCOUNT_GONE = 'The account of one of the two was deleted.';

/**
 * Ends the agreements under which somebody who deletes their account works, or has work done, and tells the other ones. All their
 * problems are locked.
 */
export async function endAgreementsOf(tx: Tx, events: Events, leaverId: string, at: Date): Promise<void> {
  const rows = await tx
    .select({ agreement: getTableColumns(agreements), problem: LOCKED_PROBLEM_COLUMNS })
    .from(agreements)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .where(and(or(eq(agreements.seekerId, leaverId), eq(agreements.solverId, leaverId)), isLive));
  for (const { agreement, problem } of rows) {
    const held = await withParties(tx, agreement, problem);
    await endAgreement(tx, held, { by: leaverId, note: '' }, at);
    await tx
      .update(disputes)
      .set({ outcome: 'ended', decision: ACCOUNT_GONE, decidedAt: at })
      .where(and(eq(disputes.agreementId, agreement.id), isNull(disputes.decidedAt)));
    const [leaver, other] = leaverId === held.seeker.id ? [held.seeker, held.solver] : [held.solver, held.seeker];
    await notifyParty(tx, events, held, other, leaver, AGREEMENT_TEXTS.parted(problem.title, ''));
    addAgreementChanged(events, held);
  }
}
