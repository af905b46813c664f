import type { agreementChanges, agreements, disputes, problemEvents } from '../../../../api/src/schema/index.ts';
import type { DemoAgreement, DemoData } from '../data.ts';
import type { StoredBid } from './bids.ts';
import { days, idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type AgreementInsert = typeof agreements.$inferInsert & { id: string };
type ChangeInsert = typeof agreementChanges.$inferInsert;
type EventInsert = typeof problemEvents.$inferInsert;

/** An agreement ready to be stored, with what happened under it. */
export interface StoredAgreement {
  row: AgreementInsert;
  changes: ChangeInsert[];
  disputes: (typeof disputes.$inferInsert)[];
  events: EventInsert[];
}

/** Paid a day after it was solved, and come a day later, as far as that is past. */
function buildPayment({ row }: StoredProblem, { paid, received }: DemoAgreement, hasStory: boolean, clock: Clock) {
  if (hasStory) {
    const [paidAt, receivedAt] = [paid, received].map((age) => (age === undefined ? null : clock.ago(age)));
    return { paidAt, receivedAt };
  }
  const after = (time: number) => {
    const at = new Date(row.updatedAt.getTime() + time);
    return at < clock.now ? at : null;
  };
  return { paidAt: after(days(1)), receivedAt: after(days(2)) };
}

function buildDelivery({ row }: StoredProblem, { delivered }: DemoAgreement, clock: Clock) {
  if (delivered === undefined) return { status: row.status === 'solved' ? ('solved' as const) : ('accepted' as const) };
  const status = row.status === 'solved' ? ('solved' as const) : ('delivered' as const);
  return { status, deliveredAt: clock.ago(delivered.age), deliveryNote: delivered.note.trim() };
}

/** The proposals, each after what was agreed before it. */
function buildChanges(row: AgreementInsert, { changes = [] }: DemoAgreement, getId: (person: string) => string, clock: Clock) {
  return changes.map(({ by, amount, days: count, note, age, answer, answered }): ChangeInsert => {
    const createdAt = clock.ago(age);
    const dueAt = new Date(createdAt.getTime() + days(count));
    const change = {
      id: idAt(createdAt),
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

/** The agreement of a problem's accepted bid; none where nothing is under way or done. */
export function agreementsOn(
  problem: StoredProblem,
  bids: StoredBid[],
  stories: DemoData['agreements'],
  getId: (person: string) => string,
  clock: Clock,
): StoredAgreement[] {
  const { source, decidedAt: acceptedAt } = problem;
  const accepted = bids.find((bid) => bid.problem === source.key && bid.row.status === 'accepted')?.row;
  if (accepted?.id === undefined) return [];
  const course = stories[source.key] ?? {};
  const delivery = buildDelivery(problem, course, clock);
  const isSolved = delivery.status === 'solved';
  const payment = isSolved ? buildPayment(problem, course, source.key in stories, clock) : {};
  const row: AgreementInsert = {
    id: idAt(acceptedAt),
    problemId: problem.row.id,
    bidId: accepted.id,
    seekerId: problem.row.userId,
    solverId: accepted.solverId,
    amount: accepted.amount,
    dueAt: new Date(acceptedAt.getTime() + days(accepted.estimatedDays)),
    acceptedAt,
    ...delivery,
    solvedAt: isSolved ? problem.row.updatedAt : null,
    ...payment,
    // Past due dates in a new database send no reminders.
    ...(isSolved ? { payerRemindedAt: clock.now, payeeRemindedAt: clock.now } : {}),
  };
  const { deliveredAt: at } = row;
  const event = { problemId: row.problemId, event: 'delivered', personId: row.solverId } as const;
  const events: EventInsert[] = at instanceof Date ? [{ id: idAt(at), ...event, at }] : [];
  const changes = buildChanges(row, course, getId, clock);
  return [{ row, changes, disputes: buildDisputes(row, course, getId, clock), events }];
}
