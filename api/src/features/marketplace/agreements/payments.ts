import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertAgreementAction } from './action-checks.ts';
import { addAgreementChanged, holdOwn, notifyParty } from './locking.ts';
import { agreements } from './schema.ts';
import { AGREEMENT_TEXTS } from './texts.ts';

/** Which agreement, and who says so. */
interface Saying {
  id: string;
  callerId: string;
}

/**
 * The seeker says that it is paid: the money goes from hand to hand, the product only keeps what was said.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const sayPaid = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Saying): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'statePaid');
    const { agreement, problem, solver, caller } = held;
    await tx.update(agreements).set({ paidAt: new Date() }).where(eq(agreements.id, id));
    await notifyParty(tx, events, held, solver, caller, AGREEMENT_TEXTS.paid(problem.title, agreement.amount));
    addAgreementChanged(events, held);
  });

/**
 * The solver says that the payment came.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const sayReceived = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Saying): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'stateReceived');
    const { agreement, problem, seeker, caller } = held;
    await tx.update(agreements).set({ receivedAt: new Date() }).where(eq(agreements.id, id));
    await notifyParty(tx, events, held, seeker, caller, AGREEMENT_TEXTS.received(problem.title, agreement.amount));
    addAgreementChanged(events, held);
  });
