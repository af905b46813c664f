import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { changeAgreement } from './action-checks.ts';
import type { AgreementRequest } from './action-checks.ts';
import { notifyOther, withdrawProposal } from './locking.ts';
import type { Side } from './locking.ts';
import { agreements, disputes } from './schema.ts';
import { AGREEMENT_TEXTS } from './texts.ts';

const viewColumns = (side: Side, view: string) => (side === 'seeker' ? { seekerView: view } : { solverView: view });

/** Opens a dispute with the caller's view, and withdraws the open proposal. @throws AppError as `changeAgreement` */
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

/** Adds or replaces the caller's view of an open dispute. @throws AppError as `changeAgreement` */
export const writeView = (deps: Pick<Deps, 'transact'>, request: AgreementRequest, view: string): Promise<void> =>
  changeAgreement(deps, request, 'writeView', async (tx, _events, { side }) => {
    await tx.update(disputes).set(viewColumns(side, view)).where(eq(disputes.agreementId, request.id));
  });

/** Deletes a dispute with both views. Its opener cannot open another one. @throws AppError as `changeAgreement` */
export const callOffDispute = (deps: Pick<Deps, 'transact'>, request: AgreementRequest): Promise<void> =>
  changeAgreement(deps, request, 'callOffDispute', async (tx, events, own) => {
    await tx.delete(disputes).where(eq(disputes.agreementId, request.id));
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.calledOff(own.problem.title));
  });
