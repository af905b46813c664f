import type { DisputeOutcome } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { addBidsAndProblemChanged } from '../problems/changes.ts';
import { applyStatus, notifySavers } from '../problems/status.ts';
import { getRatingDeadline } from '../reviews/queries.ts';
import { formatDateTime, AGREEMENT_TEXTS } from '../texts.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { changeAgreement } from './action-checks.ts';
import type { AgreementRequest } from './action-checks.ts';
import { endAgreement, solveAgreement } from './lifecycle.ts';
import { findDispute, lockAgreement, notifyOther, notifyParty, withdrawProposal } from './locking.ts';
import type { LockedAgreement, Side } from './locking.ts';
import { agreements, disputes } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { conflict } from '../../../platform/errors/app-error.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';

const viewColumns = (side: Side, view: string) => (side === 'seeker' ? { seekerView: view } : { solverView: view });

/** @throws AppError as `changeAgreement` */
export const openDispute = (deps: Pick<Deps, 'transact'>, request: AgreementRequest, view: string): Promise<void> =>
  changeAgreement(deps, request, 'openDispute', async (tx, events, own) => {
    const { id, callerId } = request;
    const openedAt = new Date();
    await tx.insert(disputes).values({ agreementId: id, openedBy: callerId, ...viewColumns(own.side, view), openedAt });
    const disputedAt = own.side === 'seeker' ? { seekerDisputedAt: openedAt } : { solverDisputedAt: openedAt };
    await tx.update(agreements).set(disputedAt).where(eq(agreements.id, id));
    await withdrawProposal(tx, id, openedAt);
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.disputed(own.problem.title));
  });

/** @throws AppError as `changeAgreement` */
export const writeView = (deps: Pick<Deps, 'transact'>, request: AgreementRequest, view: string): Promise<void> =>
  changeAgreement(deps, request, 'writeView', async (tx, _events, { side }) => {
    await tx.update(disputes).set(viewColumns(side, view)).where(eq(disputes.agreementId, request.id));
  });

/** The opener cannot open another dispute. @throws AppError as `changeAgreement` */
export const callOffDispute = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'callOffDispute', async (tx, events, own) => {
    await tx.delete(disputes).where(eq(disputes.agreementId, request.id));
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.calledOff(own.problem.title));
  });

export interface DisputeDecision {
  outcome: DisputeOutcome;
  /** Shown to both parties. */
  text: string;
}

async function applyOutcome(
  tx: Tx,
  events: Events,
  locked: LockedAgreement,
  { outcome, openedBy, at }: { outcome: DisputeOutcome; openedBy: string; at: Date },
): Promise<void> {
  const { agreement, problem, seeker, solver } = locked;
  if (outcome === 'continue' || agreement.status === 'solved' || agreement.status === 'ended') return;
  const problemId = problem.id;
  if (outcome === 'ended') {
    await endAgreement(tx, locked, { by: null, note: '' }, at);
    const status = TRANSITIONS.decideEnded.to.problem;
    await applyStatus(tx, { problemId, personId: openedBy, status, event: 'parted', at });
    return;
  }
  await solveAgreement(tx, locked, at);
  const status = TRANSITIONS.decideSolved.to.problem;
  await applyStatus(tx, { problemId, personId: seeker.id, status, event: 'solved', at });
  await notifySavers(tx, events, problem, 'solved', null, [seeker.id, solver.id]);
}

const ACTIONS = { continue: 'decideContinue', solved: 'decideSolved', ended: 'decideEnded' } as const;

/** Solved or ended work stays so: ratings, payments and later agreements depend on it. */
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
    const dispute = locked && (await findDispute(tx, id));
    if (locked === undefined || dispute === undefined || dispute.decidedAt !== null) return undefined;
    assertOutcome(locked, outcome);
    const at = new Date();
    await tx.update(disputes).set({ outcome, decision: text, decidedAt: at }).where(eq(disputes.agreementId, id));
    const { agreement, problem, seeker, solver } = locked;
    await applyOutcome(tx, events, locked, { outcome, openedBy: dispute.openedBy, at });
    const isNewlySolved = outcome === 'solved' && agreement.status !== 'solved';
    const deadline = isNewlySolved ? ` You can rate each other until ${formatDateTime(getRatingDeadline(at))}.` : '';
    const content = AGREEMENT_TEXTS.decided(problem.title, outcome, `${text}${deadline}`);
    for (const party of [seeker, solver]) await notifyParty(tx, events, locked, party, null, content);
    await addBidsAndProblemChanged(tx, events, problem.id, [seeker.id, solver.id]);
    return locked;
  });
