import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { addAgreementChanged, holdOwn, refuseEnded, tell } from './holding.ts';
import { agreements } from './schema.ts';
import { AGREEMENT_WORDS } from './words.ts';
import { conflict } from '../../../platform/errors/app-error.ts';

/** Which agreement, and who says so. */
interface Saying {
  id: string;
  callerId: string;
}

/**
 * The seeker says that it is paid: the money goes from hand to hand, the product only keeps what was said.
 * @throws AppError as `holdOwn`; `conflict` unless the problem is solved and this was not said yet
 */
export const sayPaid = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Saying): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId, 'seeker');
    refuseEnded(held);
    const { agreement, problem, solver, caller } = held;
    if (agreement.status !== 'solved') throw conflict('Mark the problem solved first; then you can say that it is paid.');
    if (agreement.paidAt !== null) throw conflict('You have said already that it is paid.');
    await tx.update(agreements).set({ paidAt: new Date() }).where(eq(agreements.id, id));
    await tell(tx, events, held, solver, caller, AGREEMENT_WORDS.paid(problem.title, agreement.amount));
    addAgreementChanged(events, held);
  });

/**
 * The solver says that the payment came.
 * @throws AppError as `holdOwn`; `conflict` before the seeker said that it is paid, or once this was said
 */
export const sayReceived = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Saying): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId, 'solver');
    refuseEnded(held);
    const { agreement, problem, seeker, caller } = held;
    if (agreement.paidAt === null) throw conflict(`${seeker.name} has not said yet that it is paid.`);
    if (agreement.receivedAt !== null) throw conflict('You have confirmed the payment already.');
    await tx.update(agreements).set({ receivedAt: new Date() }).where(eq(agreements.id, id));
    await tell(tx, events, held, seeker, caller, AGREEMENT_WORDS.received(problem.title, agreement.amount));
    addAgreementChanged(events, held);
  });
