import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { personReviews } from '../schema.ts';
import { addAgreementChanged, disputeOf, holdOwn, refuseEnded, tellAgain } from './holding.ts';
import type { OwnAgreement, Side } from './holding.ts';
import { disputes } from './schema.ts';
import type { DisputeRow } from './schema.ts';
import { AGREEMENT_WORDS } from './words.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';

/** Which agreement, and who asks. */
interface Asking {
  id: string;
  callerId: string;
}

const ofSide = (side: Side, view: string) => (side === 'seeker' ? { seekerView: view } : { solverView: view });

/** A rating says that it is over, for who gave it: once the payment has arrived, since many rate as they mark it solved. */
async function refuseRated(tx: Tx, { agreement, problem, caller, other }: OwnAgreement): Promise<void> {
  if (agreement.receivedAt === null) return;
  const own = and(
    eq(personReviews.problemId, problem.id),
    eq(personReviews.authorId, caller.id),
    eq(personReviews.subjectId, other.id),
  );
  if ((await tx.$count(personReviews, own)) > 0)
    throw conflict(`You have rated ${other.name} already: with that this work is settled.`);
}

const DECIDED = 'A moderator has decided on this agreement already.';

async function refuseSecond(tx: Tx, { agreement, caller, other }: OwnAgreement): Promise<void> {
  const dispute = await disputeOf(tx, agreement.id);
  if (dispute === undefined) return;
  if (dispute.decidedAt !== null) throw conflict(DECIDED);
  throw conflict(
    dispute.openedBy === caller.id
      ? 'You have asked a moderator already. You can change what you wrote.'
      : `${other.name} has asked a moderator already. Write there how you see it.`,
  );
}

/**
 * Asks a moderator to decide, with one's own view; the other one is asked for theirs.
 * @throws AppError as `holdOwn`; `conflict` once they parted, after one's own rating, or where there is or was a dispute
 */
export const openDispute = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking, view: string): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    refuseEnded(held);
    await refuseRated(tx, held);
    await refuseSecond(tx, held);
    const { problem, side, caller, other } = held;
    await tx.insert(disputes).values({ agreementId: id, openedBy: callerId, ...ofSide(side, view), openedAt: new Date() });
    await tellAgain(tx, events, held, other, caller, AGREEMENT_WORDS.disputed(problem.title));
    addAgreementChanged(events, held);
  });

async function openOne(tx: Tx, { agreement }: OwnAgreement): Promise<DisputeRow> {
  const dispute = await disputeOf(tx, agreement.id);
  if (dispute === undefined) throw conflict('There is no dispute any more.');
  if (dispute.decidedAt !== null) throw conflict(DECIDED);
  return dispute;
}

/**
 * Writes one's own view, or writes it anew, while nothing is decided.
 * @throws AppError as `holdOwn`; `conflict` where there is no open dispute
 */
export const writeView = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking, view: string): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await openOne(tx, held);
    await tx.update(disputes).set(ofSide(held.side, view)).where(eq(disputes.agreementId, id));
    addAgreementChanged(events, held);
  });

/**
 * Calls a dispute off: it is as if there had been none.
 * @throws AppError as `holdOwn`; `conflict` where there is no open dispute; `forbidden` to who did not open it
 */
export const callOffDispute = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    const dispute = await openOne(tx, held);
    const { problem, caller, other } = held;
    if (dispute.openedBy !== callerId) throw new AppError('forbidden', `Only ${other.name}, who asked, can call it off.`);
    await tx.delete(disputes).where(eq(disputes.agreementId, id));
    await tellAgain(tx, events, held, other, caller, AGREEMENT_WORDS.calledOff(problem.title));
    addAgreementChanged(events, held);
  });
