import { and, eq, inArray, or } from 'drizzle-orm';
import { agreementChanges, agreements, disputes, users } from '../../../schema/index.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow, UserRow } from '../../../schema/index.ts';
import { notify, notifyGrouped } from '../../notifications/index.ts';
import { addBidsChanged, lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import type { NotificationContent } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';

export type Side = 'seeker' | 'solver';

type Party = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

/** An agreement with its problem, which is locked until the transaction ends. */
export interface LockedAgreement {
  agreement: AgreementRow;
  problem: LockedProblem;
  seeker: Party;
  solver: Party;
}

export interface OwnAgreement extends LockedAgreement {
  side: Side;
  caller: Party;
  other: Party;
}

export async function readParties(tx: Tx, ids: [string, string]): Promise<[Party, Party]> {
  const rows = await tx
    .select({ id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, ids));
  const [one, other] = ids.map((id) => rows.find((row) => row.id === id));
  if (one === undefined || other === undefined) throw new Error('A party of the agreement was not found');
  return [one, other];
}

export async function withParties(tx: Tx, agreement: AgreementRow, problem: LockedProblem): Promise<LockedAgreement> {
  const [seeker, solver] = await readParties(tx, [agreement.seekerId, agreement.solverId]);
  return { agreement, problem, seeker, solver };
}

/** Locks the problem, which guards the agreement. @param partyId only finds agreements of this user */
export async function lockAgreement(tx: Tx, id: string, partyId?: string): Promise<LockedAgreement | undefined> {
  const isParty = partyId === undefined ? undefined : or(eq(agreements.seekerId, partyId), eq(agreements.solverId, partyId));
  const [found] = await tx
    .select({ problemId: agreements.problemId })
    .from(agreements)
    .where(and(eq(agreements.id, id), isParty));
  const problem = found && (await lockProblem(tx, found.problemId));
  // Read only after locking: a concurrent transaction may have changed the agreement.
  const [agreement] = await tx.select().from(agreements).where(eq(agreements.id, id));
  return problem && agreement && withParties(tx, agreement, problem);
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

const isOpenProposal = (agreementId: string) =>
  and(eq(agreementChanges.agreementId, agreementId), eq(agreementChanges.status, 'proposed'));

export async function findOpenProposal(tx: Tx, agreementId: string): Promise<AgreementChangeRow | undefined> {
  return (await tx.select().from(agreementChanges).where(isOpenProposal(agreementId)))[0];
}

export async function findDispute(tx: Tx, agreementId: string): Promise<DisputeRow | undefined> {
  return (await tx.select().from(disputes).where(eq(disputes.agreementId, agreementId)))[0];
}

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
