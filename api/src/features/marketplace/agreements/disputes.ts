import type { DisputeBody, DisputeOutcome } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { addProblemChanged, applyStatus } from '../problems/changes.ts';
import { notifySavers } from '../problems/service.ts';
import { getRatingDeadline } from '../reviews/reviews.ts';
import { formatDateTime, AGREEMENT_TEXTS } from '../texts.ts';
import { assertTransition } from '../transitions.ts';
import { endAgreement, solveAgreement } from './lifecycle.ts';
import { addAgreementChanged, lockAgreement, notifyOther, notifyParty, withdrawProposal } from './locking.ts';
import type { LockedAgreement, OwnAgreement } from './locking.ts';
import { agreements, disputes } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { conflict } from '../../../platform/errors/app-error.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';

const viewColumns = ({ side }: OwnAgreement, view: string) => (side === 'seeker' ? { seekerView: view } : { solverView: view });

export async function openDispute(tx: Tx, events: Events, own: OwnAgreement, { view }: DisputeBody): Promise<void> {
  const { id } = own.agreement;
  const openedAt = new Date();
  await tx.insert(disputes).values({ agreementId: id, openedBy: own.caller.id, ...viewColumns(own, view), openedAt });
  const disputedAt = own.side === 'seeker' ? { seekerDisputedAt: openedAt } : { solverDisputedAt: openedAt };
  await tx.update(agreements).set(disputedAt).where(eq(agreements.id, id));
  await withdrawProposal(tx, id, openedAt);
  await notifyOther(tx, events, own, AGREEMENT_TEXTS.disputed(own.problem.title));
}

export async function writeView(tx: Tx, _events: Events, own: OwnAgreement, { view }: DisputeBody): Promise<void> {
  await tx.update(disputes).set(viewColumns(own, view)).where(eq(disputes.agreementId, own.agreement.id));
}

/** Calls off a dispute. Its opener cannot open another one. */
export async function callOffDispute(tx: Tx, events: Events, own: OwnAgreement): Promise<void> {
  await tx.delete(disputes).where(eq(disputes.agreementId, own.agreement.id));
  await notifyOther(tx, events, own, AGREEMENT_TEXTS.calledOff(own.problem.title));
}

export interface DisputeDecision {
  outcome: DisputeOutcome;
  /** Shown to both parties. */
  text: string;
}

const ACTIONS = { continue: 'decideContinue', solved: 'decideSolved', ended: 'decideEnded' } as const;

/** Rejects outcomes that change solved or ended work, because ratings, payments and later agreements depend on it. */
function assertOutcome({ agreement }: LockedAgreement, outcome: DisputeOutcome): void {
  const status = agreement.status === 'solved' ? 'solved' : 'ended';
  assertTransition(ACTIONS[outcome], ['moderator'], { dispute: 'open', agreement: agreement.status }, () =>
    conflict(`This agreement is already ${status}, so the only possible outcome is "${status}".`),
  );
}

/** @returns undefined if no dispute is open @throws AppError `conflict` for an outcome that would undo solved or ended work */
export const decideDispute = (
  transact: Transact,
  id: string,
  { outcome, text }: DisputeDecision,
): Promise<LockedAgreement | undefined> =>
  transact(async (tx, events) => {
    const locked = await lockAgreement(tx, id);
    const [dispute] = await tx.select().from(disputes).where(eq(disputes.agreementId, id));
    if (locked === undefined || dispute?.decidedAt !== null) return undefined;
    assertOutcome(locked, outcome);
    const at = new Date();
    await tx.update(disputes).set({ outcome, decision: text, decidedAt: at }).where(eq(disputes.agreementId, id));
    const { agreement, problem, seeker, solver } = locked;
    const isOver = agreement.status === 'solved' || agreement.status === 'ended';
    let deadline = '';
    if (outcome === 'ended' && !isOver) {
      await endAgreement(tx, locked, null, '', at);
      await applyStatus(tx, problem.id, 'part', dispute.openedBy, at);
    } else if (outcome === 'solved' && !isOver) {
      await solveAgreement(tx, locked, at);
      await applyStatus(tx, problem.id, 'solve', seeker.id, at);
      await notifySavers(tx, events, problem, 'solved', null, [seeker.id, solver.id]);
      deadline = ` You can rate each other until ${formatDateTime(getRatingDeadline(at))}.`;
    }
    const content = AGREEMENT_TEXTS.decided(problem.title, outcome, `${text}${deadline}`);
    for (const party of [seeker, solver]) await notifyParty(tx, events, locked, party, null, content);
    addAgreementChanged(events, locked);
    await addProblemChanged(tx, events, problem.id);
    return locked;
  });
