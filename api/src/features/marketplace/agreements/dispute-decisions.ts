import type { DisputeOutcome } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { addBidsAndProblemChanged } from '../problems/changes.ts';
import { applyStatus, notifySavers } from '../problems/status.ts';
import { getRatingDeadline } from '../reviews/queries.ts';
import { endAgreement, solveAgreement } from './lifecycle.ts';
import { findDispute, lockAgreement, notifyParty } from './locking.ts';
import type { LockedAgreement } from './locking.ts';
import { disputes } from './schema.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import { formatDateTime } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';
import { conflict } from '../../../platform/errors/app-error.ts';

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

/**
 * Decides an open dispute, applies the outcome, and notifies both parties.
 * @returns undefined if the agreement has no open dispute
 * @throws AppError `conflict` for an outcome that would undo solved or ended work
 */
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
