import type { ChangeAnswer, ProposeChangeBody } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertAgreementAction, changeAgreement } from './action-checks.ts';
import type { AgreementRequest } from './action-checks.ts';
import { endAgreement, getDueDate } from './lifecycle.ts';
import { addAgreementChanged, lockOwnAgreement, notifyOther, notifyParty } from './locking.ts';
import type { OwnAgreement } from './locking.ts';
import { agreementChanges, agreements } from '../../../schema/index.ts';
import type { AgreementChangeRow } from '../../../schema/index.ts';
import { TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from '../texts.ts';
import { addBidsAndProblemChanged } from '../problems/changes.ts';
import { applyStatus } from '../problems/status.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

type Terms = Pick<AgreementChangeRow, 'kind' | 'amount' | 'dueAt' | 'note'>;

async function storeProposal(tx: Tx, { agreement, caller }: OwnAgreement, terms: Terms, createdAt: Date): Promise<void> {
  const before = { amountBefore: agreement.amount, dueBefore: agreement.dueAt };
  const status = TRANSITIONS.propose.to.proposal;
  await tx
    .insert(agreementChanges)
    .values({ agreementId: agreement.id, proposedBy: caller.id, status, ...terms, ...before, createdAt });
}

/** @throws AppError as `changeAgreement` */
export const proposeChange = (
  deps: Pick<Deps, 'transact'>,
  request: AgreementRequest,
  { amount, days, note }: ProposeChangeBody,
): Promise<void> =>
  changeAgreement(deps, request, 'propose', async (tx, events, own) => {
    const createdAt = new Date();
    const terms = { kind: 'terms', amount, dueAt: getDueDate(createdAt, days), note } as const;
    await storeProposal(tx, own, terms, createdAt);
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.proposed(own.problem.title, terms, note));
  });

/** After a delivery, parting needs consent. @throws AppError as `changeAgreement` */
export const proposeParting = (deps: Pick<Deps, 'transact'>, request: AgreementRequest, note: string): Promise<void> =>
  changeAgreement(deps, request, 'propose', async (tx, events, own) => {
    const { amount, dueAt } = own.agreement;
    await storeProposal(tx, own, { kind: 'parting', amount, dueAt, note }, new Date());
    await notifyOther(tx, events, own, AGREEMENT_TEXTS.partingProposed(own.problem.title, note));
  });

async function findChange(tx: Tx, agreementId: string, changeId: string): Promise<AgreementChangeRow> {
  const isChange = and(eq(agreementChanges.id, changeId), eq(agreementChanges.agreementId, agreementId));
  const [change] = await tx.select().from(agreementChanges).where(isChange);
  if (change === undefined) throw notFound('This change');
  return change;
}

async function applyTerms(tx: Tx, events: Events, own: OwnAgreement, change: AgreementChangeRow): Promise<void> {
  const { amount, dueAt } = change;
  await tx.update(agreements).set({ amount, dueAt }).where(eq(agreements.id, own.agreement.id));
  await notifyOther(tx, events, own, AGREEMENT_TEXTS.agreed(own.problem.title, change));
  addAgreementChanged(events, own);
}

async function applyParting(tx: Tx, events: Events, own: OwnAgreement, change: AgreementChangeRow, at: Date): Promise<void> {
  const { problem, caller, other } = own;
  const { proposedBy, note } = change;
  await endAgreement(tx, own, { by: proposedBy, note }, at);
  const status = TRANSITIONS.agreeToPart.to.problem;
  await applyStatus(tx, { problemId: problem.id, personId: proposedBy, status, event: 'parted', at });
  await notifyParty(tx, events, own, other, caller, AGREEMENT_TEXTS.partingAgreed(problem.title));
  await addBidsAndProblemChanged(tx, events, problem.id, [own.seeker.id, own.solver.id]);
}

interface AnswerRequest extends AgreementRequest {
  changeId: string;
  answer: ChangeAnswer;
}

/** @throws AppError as `changeAgreement`; `not_found` for another agreement's change */
export const answerChange = (
  { transact }: Pick<Deps, 'transact'>,
  { id, callerId, changeId, answer }: AnswerRequest,
): Promise<void> =>
  transact(async (tx, events) => {
    const own = await lockOwnAgreement(tx, id, callerId);
    const change = await findChange(tx, id, changeId);
    const isTerms = change.kind === 'terms';
    const action = answer === 'agree' && !isTerms ? 'agreeToPart' : answer;
    await assertAgreementAction(tx, own, action, change);
    const at = new Date();
    const status = TRANSITIONS[action].to.proposal;
    await tx.update(agreementChanges).set({ status, decidedAt: at }).where(eq(agreementChanges.id, changeId));
    if (answer === 'agree') return isTerms ? applyTerms(tx, events, own, change) : applyParting(tx, events, own, change, at);
    const { title } = own.problem;
    const declined = isTerms ? AGREEMENT_TEXTS.declined(title, change) : AGREEMENT_TEXTS.partingDeclined(title);
    if (answer === 'decline') await notifyOther(tx, events, own, declined);
    addAgreementChanged(events, own);
  });
