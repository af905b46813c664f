import { and, eq, inArray, or } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { notify, notifyInOne } from '../../notifications/service.ts';
import { addAskAgain, lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import type { Words } from '../words.ts';
import { agreementChanges, agreements, disputes } from './schema.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from './schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** The side that somebody is on. */
export type Side = 'seeker' | 'solver';

/** One of the two of an agreement. */
export type Party = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

/** An agreement and its problem, which nobody else changes until the transaction ends. */
export interface HeldAgreement {
  agreement: AgreementRow;
  problem: LockedProblem;
  seeker: Party;
  solver: Party;
}

/** The same, held for one of the two. */
export interface OwnAgreement extends HeldAgreement {
  side: Side;
  caller: Party;
  other: Party;
}

async function partiesOf(tx: Tx, { seekerId, solverId }: AgreementRow): Promise<Pick<HeldAgreement, 'seeker' | 'solver'>> {
  const people = await tx
    .select({ id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [seekerId, solverId]));
  const [seeker, solver] = [seekerId, solverId].map((id) => people.find((person) => person.id === id));
  if (seeker === undefined || solver === undefined) throw new Error('An agreement is of nobody');
  return { seeker, solver };
}

/** The agreement of a problem that is locked, with its people. */
export async function withParties(tx: Tx, agreement: AgreementRow, problem: LockedProblem): Promise<HeldAgreement> {
  return { agreement, problem, ...(await partiesOf(tx, agreement)) };
}

/**
 * Locks an agreement's problem, and with it the agreement: as whoever changes the problem or its bids does. Undefined if there is
 * none.
 * @param personId of one of its two people: to others there is none
 */
export async function holdAgreement(tx: Tx, id: string, personId?: string): Promise<HeldAgreement | undefined> {
  const own = personId === undefined ? undefined : or(eq(agreements.seekerId, personId), eq(agreements.solverId, personId));
  const asked = and(eq(agreements.id, id), own);
  const [found] = await tx.select({ problemId: agreements.problemId }).from(agreements).where(asked);
  const problem = found && (await lockProblem(tx, found.problemId));
  // Read after the lock: as whoever had it before has left the agreement.
  const [agreement] = await tx.select().from(agreements).where(eq(agreements.id, id));
  return problem && agreement && withParties(tx, agreement, problem);
}

const NOT_YOURS: Record<Side, string> = {
  seeker: 'Only who posted the problem can do that.',
  solver: 'Only who solves the problem can do that.',
};

/**
 * Locks an agreement for one of its two people.
 * @param needed the side that may do what is to be done; absent: both may
 * @throws AppError `not_found` to everybody else, `forbidden` to the other side
 */
export async function holdOwn(tx: Tx, id: string, callerId: string, needed?: Side): Promise<OwnAgreement> {
  const held = await holdAgreement(tx, id, callerId);
  if (held === undefined) throw notFound('This agreement');
  const side = callerId === held.seeker.id ? 'seeker' : 'solver';
  if (needed !== undefined && side !== needed) throw new AppError('forbidden', NOT_YOURS[needed]);
  const [caller, other] = side === 'seeker' ? [held.seeker, held.solver] : [held.solver, held.seeker];
  return { ...held, side, caller, other };
}

const PARTED = 'You have parted ways: this agreement is over.';

/** Refuses what only work under way, or solved work, can have (409). */
export function refuseEnded({ agreement }: HeldAgreement): void {
  if (agreement.status === 'ended') throw conflict(PARTED);
}

/** Refuses what only work under way can have (409). */
export function refuseOver(held: HeldAgreement): void {
  refuseEnded(held);
  if (held.agreement.status === 'solved') throw conflict('This problem is solved: what was agreed stands.');
}

/** The proposed change that waits for an answer. */
export async function waitingChange(tx: Tx, agreementId: string): Promise<AgreementChangeRow | undefined> {
  const waiting = and(eq(agreementChanges.agreementId, agreementId), eq(agreementChanges.status, 'proposed'));
  return (await tx.select().from(agreementChanges).where(waiting))[0];
}

/** The dispute of an agreement, decided or not. */
export async function disputeOf(tx: Tx, agreementId: string): Promise<DisputeRow | undefined> {
  return (await tx.select().from(disputes).where(eq(disputes.agreementId, agreementId)))[0];
}

/** Refuses to touch what a moderator looks at (409). */
export async function refuseDisputed(tx: Tx, { agreement }: HeldAgreement): Promise<void> {
  const dispute = await disputeOf(tx, agreement.id);
  if (dispute !== undefined && dispute.decidedAt === null)
    throw conflict('A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.');
}

/** Tells one of the two, unless the account is gone. @param actor who did it; null: nobody of the two */
export async function tell(
  tx: Tx,
  events: Events,
  { problem }: Pick<HeldAgreement, 'problem'>,
  to: Party,
  actor: Party | null,
  words: Words,
): Promise<void> {
  if (to.deletedAt === null) await notify(tx, events, { ...words, userId: to.id, actor, problemId: problem.id });
}

/** As {@link tell}, for what somebody can do again and again: who has not read it yet has one notification, of the last. */
export async function tellAgain(
  tx: Tx,
  events: Events,
  { problem }: Pick<HeldAgreement, 'problem'>,
  to: Party,
  actor: Party,
  words: Words,
): Promise<void> {
  if (to.deletedAt === null) await notifyInOne(tx, events, { ...words, userIds: [to.id], actor, problemId: problem.id });
}

/** Adds that an agreement has changed: pages of both ask again. */
export function addAgreementChanged(events: Events, { problem, seeker, solver }: HeldAgreement): void {
  addAskAgain(events, problem.id, [seeker.id, solver.id]);
}
