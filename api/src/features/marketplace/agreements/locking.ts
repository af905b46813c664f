import { and, eq, getTableColumns } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { agreementChanges, agreements, problems } from '../../../schema/index.ts';
import { notify, notifyGrouped } from '../../notifications/index.ts';
import { addBidsChanged, isParty, lockProblem, LOCKED_PROBLEM_COLUMNS } from '../problems/changes.ts';
import type { NotificationContent } from '../texts.ts';
import { seekers, solvers } from './queries.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';

const partyColumns = ({ id, name, image, deletedAt }: typeof seekers | typeof solvers) => ({ id, name, image, deletedAt });

/** Selects agreements with their problems, which the caller must have locked, and parties. */
export const selectLocked = (tx: Tx, condition: SQL | undefined) =>
  tx
    .select({
      agreement: getTableColumns(agreements),
      problem: LOCKED_PROBLEM_COLUMNS,
      seeker: partyColumns(seekers),
      solver: partyColumns(solvers),
    })
    .from(agreements)
    .innerJoin(problems, eq(problems.id, agreements.problemId))
    .innerJoin(seekers, eq(seekers.id, agreements.seekerId))
    .innerJoin(solvers, eq(solvers.id, agreements.solverId))
    .where(condition);

export type LockedAgreement = Awaited<ReturnType<typeof selectLocked>>[number];

type Party = LockedAgreement['seeker'];

export interface OwnAgreement extends LockedAgreement {
  side: 'seeker' | 'solver';
  caller: Party;
  other: Party;
}

/** Locks the problem, which guards the agreement. @param partyId only finds agreements of this user */
export async function lockAgreement(tx: Tx, id: string, partyId?: string): Promise<LockedAgreement | undefined> {
  const condition = and(eq(agreements.id, id), partyId === undefined ? undefined : isParty(partyId));
  await lockProblem(tx, tx.select({ id: agreements.problemId }).from(agreements).where(condition));
  // Read only after locking: a concurrent transaction may have changed the agreement.
  return (await selectLocked(tx, condition))[0];
}

export function toOwnAgreement(locked: LockedAgreement, callerId: string): OwnAgreement {
  const { seeker, solver } = locked;
  return callerId === seeker.id
    ? { ...locked, side: 'seeker', caller: seeker, other: solver }
    : { ...locked, side: 'solver', caller: solver, other: seeker };
}

/** Runs a change by a party, which must check that it is allowed. @throws AppError `not_found` if the caller is not a party */
export const changeAgreement = (
  transact: Transact,
  id: string,
  callerId: string,
  change: (tx: Tx, events: Events, own: OwnAgreement) => Promise<void>,
): Promise<void> =>
  transact(async (tx, events) => {
    const locked = await lockAgreement(tx, id, callerId);
    if (locked === undefined) throw notFound('This agreement');
    const own = toOwnAgreement(locked, callerId);
    await change(tx, events, own);
    addAgreementChanged(events, own);
  });

export const isOpenProposal = (agreementId: string | SQLWrapper) =>
  and(eq(agreementChanges.agreementId, agreementId), eq(agreementChanges.status, 'proposed'));

export async function withdrawProposal(tx: Tx, agreementId: string, at: Date): Promise<void> {
  await tx.update(agreementChanges).set({ status: 'withdrawn', decidedAt: at }).where(isOpenProposal(agreementId));
}

/** @param actor null if neither party acted */
export async function notifyParty(
  tx: Tx,
  events: Events,
  { problem }: LockedAgreement,
  party: Party,
  actor: Party | null,
  content: NotificationContent,
): Promise<void> {
  if (party.deletedAt === null) await notify(tx, events, { ...content, userId: party.id, actor, problemId: problem.id });
}

/** Notifies the other party about a repeatable action. Groups the notification with an unread one. */
export async function notifyOther(tx: Tx, events: Events, own: OwnAgreement, content: NotificationContent): Promise<void> {
  const { problem, caller, other } = own;
  if (other.deletedAt !== null) return;
  await notifyGrouped(tx, events, { ...content, userIds: [other.id], actor: caller, problemId: problem.id });
}

export const addAgreementChanged = (events: Events, { problem, seeker, solver }: LockedAgreement): void =>
  addBidsChanged(events, problem.id, [seeker.id, solver.id]);
