import type { agreementChanges, agreements, disputes, problemEvents } from '../../../../api/src/schema/index.ts';
import type { DemoAgreement, DemoData } from '../data.ts';
import type { BidRows } from './bids.ts';
import { daysInMs, createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';
import type { ProblemRows } from './problems.ts';

type AgreementInsert = typeof agreements.$inferInsert & { id: string };
type ChangeInsert = typeof agreementChanges.$inferInsert;
type EventInsert = typeof problemEvents.$inferInsert;

/** An agreement, and what happened after it. */
export interface AgreementRows {
  row: AgreementInsert;
  changes: ChangeInsert[];
  disputes: (typeof disputes.$inferInsert)[];
  events: EventInsert[];
}

/**
 * If the data has no entry for the problem, payment is one day after the solution and its confirmation two days after, if that is
 * in the past. An entry without these times is not paid.
 */
function buildPayment(
  { row }: ProblemRows,
  { paid, received, method, reference }: DemoAgreement,
  hasProgress: boolean,
  clock: Clock,
) {
  if (hasProgress) {
    const [paidAt, receivedAt] = [paid, received].map((age) => (age === undefined ? null : clock.ago(age)));
    return { paidAt, receivedAt, paymentMethod: method, paymentReference: reference };
  }
  const after = (time: number) => {
    const at = new Date(row.updatedAt.getTime() + time);
    return at < clock.now ? at : null;
  };
  return { paidAt: after(daysInMs(1)), receivedAt: after(daysInMs(2)) };
}

function buildDelivery({ row }: ProblemRows, { delivered }: DemoAgreement, clock: Clock) {
  const { changes } = delivered ?? {};
  const isWaiting = delivered === undefined || changes !== undefined;
  const status = row.status === 'solved' ? ('solved' as const) : isWaiting ? ('accepted' as const) : ('delivered' as const);
  if (delivered === undefined) return { status };
  const { note, links: deliveryLinks, age } = delivered;
  const requested = changes && { changesRequested: changes.text.trim(), changesRequestedAt: clock.ago(changes.age) };
  return { status, deliveredAt: clock.ago(age), deliveryNote: note.trim(), deliveryLinks, ...requested };
}

/** Builds the proposed changes in order. An agreed change updates the terms of `row`. */
function buildChanges(row: AgreementInsert, { changes = [] }: DemoAgreement, getId: (person: string) => string, clock: Clock) {
  return changes.map(({ by, amount, days: count, note, age, answer, answered }): ChangeInsert => {
    const createdAt = clock.ago(age);
    const dueAt = new Date(createdAt.getTime() + daysInMs(count));
    const change = {
      id: createIdAt(createdAt),
      agreementId: row.id,
      proposedBy: getId(by),
      amount,
      dueAt,
      note,
      status: answer ?? ('proposed' as const),
      amountBefore: row.amount,
      dueBefore: row.dueAt,
      createdAt,
      decidedAt: answered === undefined ? null : clock.ago(answered),
    };
    if (answer === 'agreed') Object.assign(row, { amount, dueAt });
    return change;
  });
}

function buildDisputes(row: AgreementInsert, { dispute }: DemoAgreement, getId: (person: string) => string, clock: Clock) {
  if (dispute === undefined) return [];
  const { by, seekerView, solverView, age } = dispute;
  const views = { seekerView: seekerView?.trim() ?? null, solverView: solverView?.trim() ?? null };
  const [openedBy, openedAt] = [getId(by), clock.ago(age)];
  Object.assign(row, openedBy === row.seekerId ? { seekerDisputedAt: openedAt } : { solverDisputedAt: openedAt });
  return [{ agreementId: row.id, openedBy, ...views, openedAt }];
}

/** Builds the agreement of the accepted bid of a problem; an empty list if no bid was accepted. */
export function buildAgreements(
  problem: ProblemRows,
  bids: BidRows[],
  progressByProblem: DemoData['agreements'],
  getId: (person: string) => string,
  clock: Clock,
): AgreementRows[] {
  const { source, decidedAt: acceptedAt } = problem;
  const accepted = bids.find((bid) => bid.problem === source.key && bid.row.status === 'accepted')?.row;
  if (accepted?.id === undefined) return [];
  const progress = progressByProblem[source.key] ?? {};
  const delivery = buildDelivery(problem, progress, clock);
  const isSolved = delivery.status === 'solved';
  const payment = isSolved ? buildPayment(problem, progress, source.key in progressByProblem, clock) : {};
  const row: AgreementInsert = {
    id: createIdAt(acceptedAt),
    problemId: problem.row.id,
    bidId: accepted.id,
    seekerId: problem.row.userId,
    solverId: accepted.solverId,
    amount: accepted.amount,
    dueAt: new Date(acceptedAt.getTime() + daysInMs(accepted.estimatedDays)),
    acceptedAt,
    ...delivery,
    solvedAt: isSolved ? problem.row.updatedAt : null,
    ...payment,
    // Past due dates in a new database send no reminders.
    ...(isSolved ? { payerRemindedAt: clock.now, payeeRemindedAt: clock.now } : {}),
  };
  const buildEvent = (event: EventInsert['event'], personId: string, at: EventInsert['at'] | null | undefined): EventInsert[] =>
    at instanceof Date ? [{ id: createIdAt(at), problemId: row.problemId, event, personId, at }] : [];
  const events = [
    ...buildEvent('delivered', row.solverId, row.deliveredAt),
    ...buildEvent('changes_requested', row.seekerId, row.changesRequestedAt),
  ];
  const changes = buildChanges(row, progress, getId, clock);
  return [{ row, changes, disputes: buildDisputes(row, progress, getId, clock), events }];
}
