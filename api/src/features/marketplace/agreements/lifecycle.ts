import { AGREEMENT } from '@solvent/contracts';
import type { DeliverBody } from '@solvent/contracts';
import { and, eq, getTableColumns, inArray, isNull, or, asc, isNotNull, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { attachFiles } from '../attachments.ts';
import { addBidsAndProblemChanged, LOCKED_PROBLEM_COLUMNS, recordEvent } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertAgreementAction, changeAgreement } from './action-checks.ts';
import type { AgreementRequest } from './action-checks.ts';
import {
  addAgreementChanged,
  lockOwnAgreement,
  notifyParty,
  toOwnAgreement,
  withdrawProposal,
  withParties,
  lockAgreement,
} from './locking.ts';
import type { LockedAgreement, Side } from './locking.ts';
import { agreements, disputes, problems } from '../../../schema/index.ts';
import type { BidRow } from '../../../schema/index.ts';
import { TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from '../texts.ts';
import type { NotificationContent } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

export const getDueDate = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

export async function createAgreement(tx: Tx, { id, userId }: LockedProblem, bid: BidRow, acceptedAt: Date): Promise<void> {
  const people = { seekerId: userId, solverId: bid.solverId };
  const terms = { amount: bid.amount, dueAt: getDueDate(acceptedAt, bid.estimatedDays) };
  const status = TRANSITIONS.acceptBid.to.agreement;
  await tx.insert(agreements).values({ problemId: id, bidId: bid.id, status, ...people, ...terms, acceptedAt });
}

const isActive = inArray(agreements.status, ['accepted', 'delivered']);

/** The problem must be locked. */
export async function findActiveAgreement(tx: Tx, problem: LockedProblem): Promise<LockedAgreement | undefined> {
  const [agreement] = await tx
    .select()
    .from(agreements)
    .where(and(eq(agreements.problemId, problem.id), isActive));
  return agreement && withParties(tx, agreement, problem);
}

/** @throws AppError as `changeAgreement`; `invalid` for files that cannot be attached */
export const deliver = (
  { transact }: Pick<Deps, 'transact'>,
  { id, callerId }: AgreementRequest,
  { note, files = [] }: DeliverBody,
): Promise<void> =>
  transact(async (tx, events) => {
    const own = await lockOwnAgreement(tx, id, callerId);
    await assertAgreementAction(tx, own, 'deliver');
    const { problem, seeker, caller } = own;
    const at = new Date();
    const status = TRANSITIONS.deliver.to.agreement;
    await tx.update(agreements).set({ status, deliveredAt: at, deliveryNote: note }).where(eq(agreements.id, id));
    await attachFiles(tx, { purpose: 'delivery', id, ownerId: callerId }, files);
    await recordEvent(tx, { problemId: problem.id, event: 'delivered', personId: callerId, at });
    await notifyParty(tx, events, own, seeker, caller, AGREEMENT_TEXTS.delivered(problem.title));
    await addBidsAndProblemChanged(tx, events, problem.id, [seeker.id, callerId]);
  });

export async function solveAgreement(tx: Tx, { agreement }: LockedAgreement, solvedAt: Date): Promise<void> {
  const status = TRANSITIONS.solve.to.agreement;
  await tx.update(agreements).set({ status, solvedAt }).where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, solvedAt);
}

/** Payments happen outside of the product. @throws AppError as `changeAgreement` */
export const markPaid = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'markPaid', async (tx, events, own) => {
    const { agreement, problem, solver, caller } = own;
    await tx.update(agreements).set({ paidAt: new Date() }).where(eq(agreements.id, agreement.id));
    await notifyParty(tx, events, own, solver, caller, AGREEMENT_TEXTS.paid(problem.title, agreement.amount));
  });

/** @throws AppError as `changeAgreement` */
export const confirmPayment = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'confirmPayment', async (tx, events, own) => {
    const { agreement, problem, seeker, caller } = own;
    await tx.update(agreements).set({ receivedAt: new Date() }).where(eq(agreements.id, agreement.id));
    await notifyParty(tx, events, own, seeker, caller, AGREEMENT_TEXTS.received(problem.title, agreement.amount));
  });

interface Parting {
  /** Null if a moderator decided so. */
  by: string | null;
  note: string;
}

export async function endAgreement(tx: Tx, { agreement }: LockedAgreement, { by, note }: Parting, at: Date): Promise<void> {
  await tx
    .update(agreements)
    .set({ status: TRANSITIONS.part.to.agreement, partedAt: at, partedBy: by, partingNote: note })
    .where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, at);
}

const ACCOUNT_DELETED = 'The account of one of the two was deleted.';

/** For account deletion. The problems must be locked. */
export async function endAgreementsOfDepartingUser(tx: Tx, events: Events, userId: string, at: Date): Promise<void> {
  const rows = await tx
    .select({ agreement: getTableColumns(agreements), problem: LOCKED_PROBLEM_COLUMNS })
    .from(agreements)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .where(and(or(eq(agreements.seekerId, userId), eq(agreements.solverId, userId)), isActive));
  for (const { agreement, problem } of rows) {
    const own = toOwnAgreement(await withParties(tx, agreement, problem), userId);
    await endAgreement(tx, own, { by: userId, note: '' }, at);
    await tx
      .update(disputes)
      .set({ outcome: 'ended', decision: ACCOUNT_DELETED, decidedAt: at })
      .where(and(eq(disputes.agreementId, agreement.id), isNull(disputes.decidedAt)));
    await notifyParty(tx, events, own, own.other, own.caller, AGREEMENT_TEXTS.parted(problem.title, ''));
    addAgreementChanged(events, own);
  }
}

/** Remaining reminders follow an hour later. */
const BATCH_SIZE = 500;

interface Reminder {
  isDue: (before: Date) => SQL | undefined;
  sentColumn: 'payerRemindedAt' | 'payeeRemindedAt';
  side: Side;
  content: (title: string, amount: number) => NotificationContent;
}

const isSolved = eq(agreements.status, 'solved');

const REMINDERS: Reminder[] = [
  {
    isDue: (before) =>
      and(isSolved, lt(agreements.solvedAt, before), isNull(agreements.paidAt), isNull(agreements.payerRemindedAt)),
    sentColumn: 'payerRemindedAt',
    side: 'seeker',
    content: AGREEMENT_TEXTS.unpaid,
  },
  {
    isDue: (before) =>
      and(
        isSolved,
        isNotNull(agreements.paidAt),
        lt(agreements.paidAt, before),
        isNull(agreements.receivedAt),
        isNull(agreements.payeeRemindedAt),
      ),
    sentColumn: 'payeeRemindedAt',
    side: 'solver',
    content: AGREEMENT_TEXTS.unreceived,
  },
];

/** Sends a reminder once across servers, if it is still due. */
function remind({ transact }: Pick<Deps, 'transact'>, reminder: Reminder, id: string, now: Date, before: Date): Promise<void> {
  return transact(async (tx, events) => {
    const locked = await lockAgreement(tx, id);
    const due = await tx
      .update(agreements)
      .set({ [reminder.sentColumn]: now })
      .where(and(eq(agreements.id, id), reminder.isDue(before)))
      .returning({ id: agreements.id });
    if (locked === undefined || due.length === 0) return;
    const content = reminder.content(locked.problem.title, locked.agreement.amount);
    await notifyParty(tx, events, locked, locked[reminder.side], null, content);
  });
}

/** Reminds seekers to mark the payment, and solvers to confirm it (product 4.22). */
export async function remindOfPayments(deps: Pick<Deps, 'db' | 'transact'>): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - AGREEMENT.reminderDays * DAY_MS);
  for (const reminder of REMINDERS) {
    const found = await deps.db
      .select({ id: agreements.id })
      .from(agreements)
      .where(reminder.isDue(before))
      .orderBy(asc(agreements.id))
      .limit(BATCH_SIZE);
    for (const { id } of found) await remind(deps, reminder, id, now, before);
  }
}
