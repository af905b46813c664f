import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertAgreementAction } from './action-checks.ts';
import { addAgreementChanged, holdOwn, tellAgain, withdrawProposal } from './locking.ts';
import type { Side } from './locking.ts';
import { agreements, disputes } from './schema.ts';
import { AGREEMENT_TEXTS } from './texts.ts';

/** Which agreement, and who asks. */
interface Asking {
  id: string;
  callerId: string;
}

const ofSide = (side: Side, view: string) => (side === 'seeker' ? { seekerView: view } : { solverView: view });

/**
 * Asks a moderator to decide, with one's own view; the other one is asked for theirs. Each of the two asks once. What waits for an
 * answer is withdrawn: nobody agrees to it any more.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const openDispute = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking, view: string): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'openDispute');
    const { problem, side, caller, other } = held;
    const openedAt = new Date();
    await tx.insert(disputes).values({ agreementId: id, openedBy: callerId, ...ofSide(side, view), openedAt });
    const asked = side === 'seeker' ? { seekerDisputedAt: openedAt } : { solverDisputedAt: openedAt };
    await tx.update(agreements).set(asked).where(eq(agreements.id, id));
    await withdrawProposal(tx, id, openedAt);
    await tellAgain(tx, events, held, other, caller, AGREEMENT_TEXTS.disputed(problem.title));
    addAgreementChanged(events, held);
  });

/**
 * Writes one's own view, or writes it anew, while nothing is decided.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const writeView = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking, view: string): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'writeView');
    await tx.update(disputes).set(ofSide(held.side, view)).where(eq(disputes.agreementId, id));
    addAgreementChanged(events, held);
  });

/**
 * Calls a dispute off: both views are deleted, and who opened it cannot open another.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const callOffDispute = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'callOffDispute');
    const { problem, caller, other } = held;
    await tx.delete(disputes).where(eq(disputes.agreementId, id));
    await tellAgain(tx, events, held, other, caller, AGREEMENT_TEXTS.calledOff(problem.title));
    addAgreementChanged(events, held);
  });
