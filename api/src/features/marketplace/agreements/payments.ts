import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { changeAgreement } from './action-checks.ts';
import type { AgreementRequest } from './action-checks.ts';
import { notifyParty } from './locking.ts';
import { agreements } from './schema.ts';
import { AGREEMENT_TEXTS } from './texts.ts';

/** Records that the seeker paid, outside of the product. @throws AppError as `changeAgreement` */
export const markPaid = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'markPaid', async (tx, events, own) => {
    const { agreement, problem, solver, caller } = own;
    await tx.update(agreements).set({ paidAt: new Date() }).where(eq(agreements.id, agreement.id));
    await notifyParty(tx, events, own, solver, caller, AGREEMENT_TEXTS.paid(problem.title, agreement.amount));
  });

/** Records that the solver received the payment. @throws AppError as `changeAgreement` */
export const confirmPayment = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'confirmPayment', async (tx, events, own) => {
    const { agreement, problem, seeker, caller } = own;
    await tx.update(agreements).set({ receivedAt: new Date() }).where(eq(agreements.id, agreement.id));
    await notifyParty(tx, events, own, seeker, caller, AGREEMENT_TEXTS.received(problem.title, agreement.amount));
  });
