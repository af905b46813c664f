import { and, eq, inArray, or } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { notify, notifyGrouped } from '../../notifications/service.ts';
import { addBidsChanged, lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import type { NotificationContent } from '../texts.ts';
import { agreementChanges, agreements, disputes } from './schema.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from './schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** A party's side. */
export type Side = 'seeker' | 'solver';

/** A party of an agreement. */
export type Party = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

/** An agreement and its problem, locked until the transaction ends. */
export interface LockedAgreement {
  agreement: AgreementRow;
  problem: LockedProblem;
  seeker: Party;
  solver: Party;
}

/** The same, locked for one of its parties. */
export interface OwnAgreement extends LockedAgreement {
  side: Side;
  caller: Party;
  other: Party;
}

async function partiesOf(tx: Tx, { seekerId, solverId }: AgreementRow): Promise<Pick<LockedAgreement, 'seeker' | 'solver'>> {
  const people = await tx
    .select({ id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [seekerId, solverId]));
  const [seeker, solver] = [seekerId, solverId].map((id) => people.find((person) => person.id === id));
  if (seeker === undefined || solver === undefined) throw new Error('An agreement is of nobody');
  return { seeker, solver };
}

/** The agreement of a problem that is locked, with its people. */
export async function withParties(tx: Tx, agreement: AgreementRow, problem: LockedProblem): Promise<LockedAgreement> {
  return { agreement, problem, ...(await partiesOf(tx, agreement)) };
}

/**
 * Locks an agreement's problem, and with it the agreement, as every change of a problem or a bid does.
 * @param personId only an agreement of this person is found
 * @returns undefined if there is none
 */
export async function holdAgreement(tx: Tx, id: string, personId?: string): Promise<LockedAgreement | undefined> {
  const own = personId === undefined ? undefined : or(eq(agreements.seekerId, personId), eq(agreements.solverId, personId));
  const asked = and(eq(agreements.id, id), own);
  const [found] = await tx.select({ problemId: agreements.problemId }).from(agreements).where(asked);
  const problem = found && (await lockProblem(tx, found.problemId));
  // Read after the lock: the transaction that had it before may have changed the agreement.
  const [agreement] = await tx.select().from(agreements).where(eq(agreements.id, id));
  return problem && agreement && withParties(tx, agreement, problem);
}

/**
 * Locks an agreement for one of its parties.
 * @throws AppError `not_found` to everyone else
 */
export async function holdOwn(tx: Tx, id: string, callerId: string): Promise<OwnAgreement> {
  const held = await holdAgreement(tx, id, callerId);
  if (held === undefined) throw notFound('This agreement');
  return toOwnAgreement(held, callerId);
}

/** The same for one of its parties. */
export function toOwnAgreement(held: LockedAgreement, callerId: string): OwnAgreement {
  const side = callerId === held.seeker.id ? 'seeker' : 'solver';
  const [caller, other] = side === 'seeker' ? [held.seeker, held.solver] : [held.solver, held.seeker];
  return { ...held, side, caller, other };
}

/** The open proposal. */
export async function waitingChange(tx: Tx, agreementId: string): Promise<AgreementChangeRow | undefined> {
  const waiting = and(eq(agreementChanges.agreementId, agreementId), eq(agreementChanges.status, 'proposed'));
  return (await tx.select().from(agreementChanges).where(waiting))[0];
}

/** The dispute of an agreement, decided or not. */
export async function disputeOf(tx: Tx, agreementId: string): Promise<DisputeRow | undefined> {
  return (await tx.select().from(disputes).where(eq(disputes.agreementId, agreementId)))[0];
}

/** Withdraws the open proposal, if any. */
export async function withdrawProposal(tx: Tx, agreementId: string, at: Date): Promise<void> {
  await tx
    .update(agreementChanges)
    .set({ status: 'withdrawn', decidedAt: at })
    .where(and(eq(agreementChanges.agreementId, agreementId), eq(agreementChanges.status, 'proposed')));
}

/** Tells one of the two, unless the account is gone. @param actor who did it; null: nobody of the two */
export async function notifyParty(
  tx: Tx,
  events: Events,
  { problem }: Pick<LockedAgreement, 'problem'>,
  to: Party,
  actor: Party | null,
  words: NotificationContent,
): Promise<void> {
  if (to.deletedAt === null) await notify(tx, events, { ...words, userId: to.id, actor, problemId: problem.id });
}

/** As {@link notifyParty}, for what somebody can do again and again: who has not read it yet has one notification, of the last. */
export async function tellAgain(
  tx: Tx,
  events: Events,
  { problem }: Pick<LockedAgreement, 'problem'>,
  to: Party,
  actor: Party,
  words: NotificationContent,
): Promise<void> {
  if (to.deletedAt === null) await notifyGrouped(tx, events, { ...words, userIds: [to.id], actor, problemId: problem.id });
}

/** Adds that an agreement has changed: pages of both ask again. */
export function addAgreementChanged(events: Events, { problem, seeker, solver }: LockedAgreement): void {
  addBidsChanged(events, problem.id, [seeker.id, solver.id]);
}
