import { AGREEMENT } from '@solvent/contracts';
import { findPaidOnError } from '@solvent/contracts/rules';
import type { ChangeAnswer, DeliverBody, MarkPaidBody, ProposeChangeBody, RequestChangesBody } from '@solvent/contracts';
import { and, eq, inArray, isNull, asc, lt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { attachFiles } from '../attachments.ts';
import { addProblemChanged, applyStatus, isParty, recordEvent } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertAgreementAction } from './action-checks.ts';
import {
  addAgreementChanged,
  lockAgreement,
  notifyOther,
  notifyParty,
  selectLocked,
  toOwnAgreement,
  withdrawProposal,
} from './locking.ts';
import type { LockedAgreement, OwnAgreement } from './locking.ts';
import { agreementChanges, agreementFiles, agreements, disputes, earlierDeliveries } from '../../../schema/index.ts';
import type { AgreementChangeRow, AgreementRow, BidRow } from '../../../schema/index.ts';
import { getRatingDeadline } from '../reviews/reviews.ts';
import { TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from '../texts.ts';
import type { NotificationContent } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { invalid, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

const getDueDate = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

export async function createAgreement(tx: Tx, { id, userId }: LockedProblem, bid: BidRow, acceptedAt: Date): Promise<void> {
  const people = { seekerId: userId, solverId: bid.solverId };
  const terms = { amount: bid.amount, dueAt: getDueDate(acceptedAt, bid.estimatedDays) };
  const status = TRANSITIONS.acceptBid.to.agreement;
  await tx.insert(agreements).values({ problemId: id, bidId: bid.id, status, ...people, ...terms, acceptedAt });
}

const isActive = inArray(agreements.status, ['accepted', 'delivered']);

/** Keeps a delivery whose changes were requested, with its files, before another one replaces it. */
async function keepEarlierDelivery(tx: Tx, { agreement }: OwnAgreement): Promise<void> {
  const { id: agreementId, deliveredAt, deliveryNote, deliveryLinks, changesRequested, changesRequestedAt } = agreement;
  if (deliveredAt === null || changesRequestedAt === null) return;
  const id = newId();
  const requested = { changesRequested: changesRequested ?? '', changesRequestedAt };
  const delivered = { note: deliveryNote ?? '', links: deliveryLinks ?? [], deliveredAt };
  await tx.insert(earlierDeliveries).values({ id, agreementId, ...delivered, ...requested });
  const isLatest = and(eq(agreementFiles.agreementId, agreementId), isNull(agreementFiles.earlierDeliveryId));
  await tx.update(agreementFiles).set({ earlierDeliveryId: id }).where(isLatest);
}

export async function deliver(
  tx: Tx,
  events: Events,
  own: OwnAgreement,
  { note, links, files = [] }: DeliverBody,
): Promise<void> {
  const { agreement, problem, seeker, caller } = own;
  const { id } = agreement;
  const at = new Date();
  const status = TRANSITIONS.deliver.to.agreement;
  await keepEarlierDelivery(tx, own);
  const delivered = { status, deliveredAt: at, deliveryNote: note, deliveryLinks: links ?? [] };
  const answered = { changesRequested: null, changesRequestedAt: null };
  await tx
    .update(agreements)
    .set({ ...delivered, ...answered })
    .where(eq(agreements.id, id));
  await attachFiles(tx, { purpose: 'delivery', id, ownerId: caller.id }, files);
  await recordEvent(tx, { problemId: problem.id, event: 'delivered', personId: caller.id, at });
  await notifyParty(tx, events, own, seeker, caller, AGREEMENT_TEXTS.delivered(problem.title));
  await addProblemChanged(tx, events, problem.id);
}

/** Leaves an open proposal as it is, like a delivery (decision 0106). */
export async function requestChanges(tx: Tx, events: Events, own: OwnAgreement, { text }: RequestChangesBody): Promise<void> {
  const { agreement, problem, caller, other } = own;
  const at = new Date();
  const requested = { changesRequested: text, changesRequestedAt: at };
  const status = TRANSITIONS.requestChanges.to.agreement;
  await tx
    .update(agreements)
    .set({ status, ...requested })
    .where(eq(agreements.id, agreement.id));
  await recordEvent(tx, { problemId: problem.id, event: 'changes_requested', personId: caller.id, at });
  await notifyParty(tx, events, own, other, caller, AGREEMENT_TEXTS.changesRequested(problem.title));
  await addProblemChanged(tx, events, problem.id);
}

export async function solveAgreement(tx: Tx, { agreement }: LockedAgreement, solvedAt: Date): Promise<void> {
  const status = TRANSITIONS.solve.to.agreement;
  await tx.update(agreements).set({ status, solvedAt }).where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, solvedAt);
}

type PaymentText = (title: string, amount: number) => NotificationContent;

type PaymentColumns = Partial<Pick<AgreementRow, 'paidAt' | 'paidOn' | 'paymentMethod' | 'paymentReference' | 'receivedAt'>>;

async function recordPayment(tx: Tx, events: Events, own: OwnAgreement, columns: PaymentColumns, text: PaymentText) {
  const { agreement, problem, caller, other } = own;
  await tx.update(agreements).set(columns).where(eq(agreements.id, agreement.id));
  await notifyParty(tx, events, own, other, caller, text(problem.title, agreement.amount));
}

/** Payments happen outside of the product. */
export function markPaid(tx: Tx, events: Events, own: OwnAgreement, { paidOn, method, reference }: MarkPaidBody): Promise<void> {
  const paidAt = new Date();
  const error = paidOn && findPaidOnError(paidOn, own.agreement.acceptedAt.toISOString(), paidAt.getTime());
  if (error) throw invalid({ paidOn: error });
  const stated = { paidOn: paidOn ?? null, paymentMethod: method ?? null, paymentReference: reference ?? null };
  return recordPayment(tx, events, own, { paidAt, ...stated }, AGREEMENT_TEXTS.paid);
}

export const confirmPayment = (tx: Tx, events: Events, own: OwnAgreement): Promise<void> =>
  recordPayment(tx, events, own, { receivedAt: new Date() }, AGREEMENT_TEXTS.received);

/** @param by null if a moderator decided so */
export async function endAgreement(tx: Tx, { agreement }: LockedAgreement, by: string | null, note: string, at: Date) {
  await tx
    .update(agreements)
    .set({ status: TRANSITIONS.part.to.agreement, partedAt: at, partedBy: by, partingNote: note })
    .where(eq(agreements.id, agreement.id));
  await withdrawProposal(tx, agreement.id, at);
}

/** Solves or ends the active agreement of a locked problem, and notifies the other party. */
export async function finishAgreement(
  tx: Tx,
  events: Events,
  problemId: string,
  callerId: string,
  action: 'solve' | 'part',
  note: string,
  at: Date,
): Promise<void> {
  const [locked] = await selectLocked(tx, and(eq(agreements.problemId, problemId), isActive));
  if (locked === undefined) return;
  const own = toOwnAgreement(locked, callerId);
  const { problem, caller, other } = own;
  await assertAgreementAction(tx, own, action);
  if (action === 'solve') {
    await solveAgreement(tx, own, at);
    await notifyParty(tx, events, own, other, caller, AGREEMENT_TEXTS.solved(problem.title, getRatingDeadline(at)));
  } else {
    await endAgreement(tx, own, callerId, note, at);
    await notifyParty(tx, events, own, other, caller, AGREEMENT_TEXTS.parted(problem.title, note));
  }
}

type Terms = Pick<AgreementChangeRow, 'kind' | 'amount' | 'dueAt' | 'note'>;

async function storeProposal(tx: Tx, own: OwnAgreement, terms: Terms, createdAt: Date): Promise<void> {
  const { id: agreementId, amount: amountBefore, dueAt: dueBefore } = own.agreement;
  const status = TRANSITIONS.propose.to.proposal;
  await tx
    .insert(agreementChanges)
    .values({ agreementId, proposedBy: own.caller.id, status, ...terms, amountBefore, dueBefore, createdAt });
}

export async function proposeChange(
  tx: Tx,
  events: Events,
  own: OwnAgreement,
  { amount, days, note }: ProposeChangeBody,
): Promise<void> {
  const createdAt = new Date();
  const terms = { kind: 'terms', amount, dueAt: getDueDate(createdAt, days), note } as const;
  await storeProposal(tx, own, terms, createdAt);
  await notifyOther(tx, events, own, AGREEMENT_TEXTS.proposed(own.problem.title, terms, note));
}

/** Proposes parting, which needs consent after a delivery. */
export async function proposeParting(tx: Tx, events: Events, own: OwnAgreement, { note = '' }: { note?: string | undefined }) {
  const { amount, dueAt } = own.agreement;
  await storeProposal(tx, own, { kind: 'parting', amount, dueAt, note }, new Date());
  await notifyOther(tx, events, own, AGREEMENT_TEXTS.partingProposed(own.problem.title, note));
}

async function findChange(tx: Tx, agreementId: string, changeId: string): Promise<AgreementChangeRow> {
  const isChange = and(eq(agreementChanges.id, changeId), eq(agreementChanges.agreementId, agreementId));
  const [change] = await tx.select().from(agreementChanges).where(isChange);
  if (change === undefined) throw notFound('This change');
  return change;
}

export async function answerChange(tx: Tx, events: Events, own: OwnAgreement, changeId: string, answer: ChangeAnswer) {
  const { agreement, problem, caller, other } = own;
  const change = await findChange(tx, agreement.id, changeId);
  const isTerms = change.kind === 'terms';
  const action = answer === 'agree' && !isTerms ? 'agreeToPart' : answer;
  await assertAgreementAction(tx, own, action, change);
  const at = new Date();
  const status = TRANSITIONS[action].to.proposal;
  await tx.update(agreementChanges).set({ status, decidedAt: at }).where(eq(agreementChanges.id, changeId));
  if (action === 'agree') {
    const { amount, dueAt } = change;
    await tx.update(agreements).set({ amount, dueAt }).where(eq(agreements.id, agreement.id));
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.agreed(problem.title, change));
  } else if (action === 'agreeToPart') {
    const { proposedBy, note } = change;
    await endAgreement(tx, own, proposedBy, note, at);
    await applyStatus(tx, problem.id, 'part', proposedBy, at);
    await notifyParty(tx, events, own, other, caller, AGREEMENT_TEXTS.partingAgreed(problem.title));
    await addProblemChanged(tx, events, problem.id);
  } else if (action === 'decline') {
    const { declined, partingDeclined } = AGREEMENT_TEXTS;
    await notifyOther(tx, events, own, isTerms ? declined(problem.title, change) : partingDeclined(problem.title));
  }
}

const ACCOUNT_DELETED = 'The account of one of the two was deleted.';

/** Ends the agreements of a deleted account. The caller must lock the problems. */
export async function endAgreementsOfDepartingUser(tx: Tx, events: Events, userId: string, at: Date): Promise<void> {
  for (const locked of await selectLocked(tx, and(isParty(userId), isActive))) {
    const own = toOwnAgreement(locked, userId);
    const { agreement, problem } = own;
    await endAgreement(tx, own, userId, '', at);
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

const { solvedAt, paidAt, receivedAt } = agreements;
const REMINDERS = [
  { since: solvedAt, missing: paidAt, sentAt: 'payerRemindedAt', side: 'seeker', text: AGREEMENT_TEXTS.unpaid },
  { since: paidAt, missing: receivedAt, sentAt: 'payeeRemindedAt', side: 'solver', text: AGREEMENT_TEXTS.unreceived },
] as const;

/** Reminds seekers to mark the payment, and solvers to confirm it (product 4.22). Once across servers, if it is still due. */
export async function remindOfPayments({ db, transact }: Pick<Deps, 'db' | 'transact'>): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - AGREEMENT.reminderDays * DAY_MS);
  for (const { since, missing, sentAt, side, text } of REMINDERS) {
    const isDue = and(eq(agreements.status, 'solved'), lt(since, before), isNull(missing), isNull(agreements[sentAt]));
    const found = await db
      .select({ id: agreements.id })
      .from(agreements)
      .where(isDue)
      .orderBy(asc(agreements.id))
      .limit(BATCH_SIZE);
    for (const { id } of found)
      await transact(async (tx, events) => {
        const locked = await lockAgreement(tx, id);
        const reminded = await tx
          .update(agreements)
          .set({ [sentAt]: now })
          .where(and(eq(agreements.id, id), isDue))
          .returning({ id: agreements.id });
        if (locked === undefined || reminded.length === 0) return;
        const content = text(locked.problem.title, locked.agreement.amount);
        await notifyParty(tx, events, locked, locked[side], null, content);
      });
  }
}
