import type { DisputeOutcome } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { addBidsAndProblemChanged } from '../problems/changes.ts';
import { applyStatus, notifySavers } from '../problems/status.ts';
import { getRatingDeadline } from '../reviews/queries.ts';
import { endAgreement, solveAgreement } from './lifecycle.ts';
import { disputeOf, holdAgreement, notifyParty } from './locking.ts';
import type { LockedAgreement } from './locking.ts';
import { disputes } from './schema.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import { formatDateTime } from '../texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import type { Events, Transact } from '../../../platform/outbox/outbox.ts';
import { conflict } from '../../../platform/errors/app-error.ts';

/** What a moderator decides, and what the two read of it. */
export interface DisputeDecision {
  outcome: DisputeOutcome;
  text: string;
}

/** What has to be done for an outcome. */
async function carryOut(
  tx: Tx,
  events: Events,
  held: LockedAgreement,
  { outcome, openedBy, at }: { outcome: DisputeOutcome; openedBy: string; at: Date },
): Promise<void> {
  const { agreement, problem, seeker, solver } = held;
  if (outcome === 'continue' || agreement.status === 'solved' || agreement.status === 'ended') return;
  if (outcome === 'ended') {
    await endAgreement(tx, held, { by: null, note: '' }, at);
    await applyStatus(tx, {
      problemId: problem.id,
      personId: openedBy,
      status: TRANSITIONS.decideEnded.to.problem,
      event: 'parted',
      at,
    });
    return;
  }
  await solveAgreement(tx, held, at);
  await applyStatus(tx, {
    problemId: problem.id,
    personId: seeker.id,
    status: TRANSITIONS.decideSolved.to.problem,
    event: 'solved',
    at,
  });
  await notifySavers(tx, events, problem, 'solved', null, [seeker.id, solver.id]);
}

const DECISIONS = { continue: 'decideContinue', solved: 'decideSolved', ended: 'decideEnded' } as const;

/** Work that is solved or ended already stays so: ratings, payments and other people's bids go by that. */
function refuseUndoing({ agreement }: LockedAgreement, outcome: DisputeOutcome): void {
  const now = agreement.status === 'solved' ? 'solved' : 'ended';
  assertTransition(DECISIONS[outcome], ['moderator'], { dispute: 'open', agreement: agreement.status }, () =>
    conflict(`This agreement is ${now} already: decide "${now}", with what you say to the two.`),
  );
}

async function decideIn(
  tx: Tx,
  events: Events,
  id: string,
  { outcome, text }: DisputeDecision,
): Promise<LockedAgreement | undefined> {
  const held = await holdAgreement(tx, id);
  const dispute = held && (await disputeOf(tx, id));
  if (held === undefined || dispute === undefined || dispute.decidedAt !== null) return undefined;
  refuseUndoing(held, outcome);
  const at = new Date();
  await tx.update(disputes).set({ outcome, decision: text, decidedAt: at }).where(eq(disputes.agreementId, id));
  const isSolvedNow = outcome === 'solved' && held.agreement.status !== 'solved';
  await carryOut(tx, events, held, { outcome, openedBy: dispute.openedBy, at });
  const { problem, seeker, solver } = held;
  const deadline = isSolvedNow ? ` You can rate each other until ${formatDateTime(getRatingDeadline(at))}.` : '';
  const words = AGREEMENT_TEXTS.decided(problem.title, outcome, `${text}${deadline}`);
  for (const party of [seeker, solver]) await notifyParty(tx, events, held, party, null, words);
  await addBidsAndProblemChanged(tx, events, problem.id, [seeker.id, solver.id]);
  return held;
}

/**
 * Decides an open dispute, with all that follows from it in one transaction; both are told.
 * @returns undefined where that agreement has no open dispute
 * @throws AppError `conflict` for an outcome that would undo what is solved or ended
 */
export const decideDispute = (transact: Transact, id: string, decision: DisputeDecision): Promise<LockedAgreement | undefined> =>
  transact((tx, events) => decideIn(tx, events, id, decision));
