import type { ChangeAnswer, ProposeChangeBody } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertAgreementAction } from './action-checks.ts';
import { dueAfter, endAgreement } from './lifecycle.ts';
import { addAgreementChanged, holdOwn, notifyParty, tellAgain } from './locking.ts';
import type { OwnAgreement } from './locking.ts';
import { agreementChanges, agreements } from './schema.ts';
import type { AgreementChangeRow } from './schema.ts';
import { TRANSITIONS } from '../transitions.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import { addBidsAndProblemChanged } from '../problems/changes.ts';
import { applyStatus } from '../problems/status.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** An agreement and the caller. */
interface Asking {
  id: string;
  callerId: string;
}

/** A proposal of other terms. */
interface Proposing extends Asking {
  body: ProposeChangeBody;
}

type Terms = Pick<AgreementChangeRow, 'kind' | 'amount' | 'dueAt' | 'note'>;

/** Only one proposal is open at a time. */
async function store(tx: Tx, { agreement, caller }: OwnAgreement, terms: Terms, createdAt: Date): Promise<void> {
  const before = { amountBefore: agreement.amount, dueBefore: agreement.dueAt };
  const status = TRANSITIONS.propose.to.proposal;
  await tx
    .insert(agreementChanges)
    .values({ agreementId: agreement.id, proposedBy: caller.id, status, ...terms, ...before, createdAt });
}

async function proposeIn(tx: Tx, events: Events, { id, callerId, body }: Proposing): Promise<void> {
  const held = await holdOwn(tx, id, callerId);
  await assertAgreementAction(tx, held, 'propose');
  const { problem, caller, other } = held;
  const createdAt = new Date();
  const terms = { kind: 'terms', amount: body.amount, dueAt: dueAfter(createdAt, body.days), note: body.note } as const;
  await store(tx, held, terms, createdAt);
  await tellAgain(tx, events, held, other, caller, AGREEMENT_TEXTS.proposed(problem.title, terms, body.note));
  addAgreementChanged(events, held);
}

/**
 * Proposes another amount or date to the other party.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const proposeChange = ({ transact }: Pick<Deps, 'transact'>, proposing: Proposing): Promise<void> =>
  transact((tx, events) => proposeIn(tx, events, proposing));

/**
 * Proposes to part ways: the agreement ends once the other party agrees. Before a delivery, either can part alone.
 * @throws AppError as `holdOwn` and `refuseAction`
 */
export const proposeParting = ({ transact }: Pick<Deps, 'transact'>, { id, callerId }: Asking, note: string): Promise<void> =>
  transact(async (tx, events) => {
    const held = await holdOwn(tx, id, callerId);
    await assertAgreementAction(tx, held, 'propose');
    const { agreement, problem, caller, other } = held;
    await store(tx, held, { kind: 'parting', amount: agreement.amount, dueAt: agreement.dueAt, note }, new Date());
    await tellAgain(tx, events, held, other, caller, AGREEMENT_TEXTS.partingProposed(problem.title, note));
    addAgreementChanged(events, held);
  });

async function findChange(tx: Tx, agreementId: string, changeId: string): Promise<AgreementChangeRow> {
  const its = and(eq(agreementChanges.id, changeId), eq(agreementChanges.agreementId, agreementId));
  const [change] = await tx.select().from(agreementChanges).where(its);
  if (change === undefined) throw notFound('This change');
  return change;
}

/** Applies an accepted proposal: other terms, or the end of the agreement. */
async function carryOut(tx: Tx, events: Events, held: OwnAgreement, change: AgreementChangeRow, at: Date): Promise<void> {
  const { problem, caller, other, seeker, solver } = held;
  const { amount, dueAt, kind, proposedBy, note } = change;
  if (kind === 'terms') {
    await tx.update(agreements).set({ amount, dueAt }).where(eq(agreements.id, held.agreement.id));
    await tellAgain(tx, events, held, other, caller, AGREEMENT_TEXTS.agreed(problem.title, change));
    addAgreementChanged(events, held);
    return;
  }
  await endAgreement(tx, held, { by: proposedBy, note }, at);
  const status = TRANSITIONS.agreeToPart.to.problem;
  await applyStatus(tx, { problemId: problem.id, personId: proposedBy, status, event: 'parted', at });
  await notifyParty(tx, events, held, other, caller, AGREEMENT_TEXTS.partingAgreed(problem.title));
  await addBidsAndProblemChanged(tx, events, problem.id, [seeker.id, solver.id]);
}

async function answerIn(tx: Tx, events: Events, { id, callerId, changeId, answer }: Answering): Promise<void> {
  const held = await holdOwn(tx, id, callerId);
  const change = await findChange(tx, id, changeId);
  const action = answer === 'agree' && change.kind === 'parting' ? 'agreeToPart' : answer;
  await assertAgreementAction(tx, held, action, change);
  const at = new Date();
  const status = TRANSITIONS[action].to.proposal;
  await tx.update(agreementChanges).set({ status, decidedAt: at }).where(eq(agreementChanges.id, change.id));
  if (answer === 'agree') return carryOut(tx, events, held, change, at);
  const { problem, caller, other } = held;
  const declined =
    change.kind === 'terms' ? AGREEMENT_TEXTS.declined(problem.title, change) : AGREEMENT_TEXTS.partingDeclined(problem.title);
  if (answer === 'decline') await tellAgain(tx, events, held, other, caller, declined);
  addAgreementChanged(events, held);
}

/** An answer to a proposed change. */
interface Answering extends Asking {
  changeId: string;
  answer: ChangeAnswer;
}

/**
 * Agrees to a proposed change, or declines it; or takes one's own back.
 * @throws AppError as `holdOwn` and `refuseAction`; `not_found` for another agreement's change
 */
export const answerChange = ({ transact }: Pick<Deps, 'transact'>, answering: Answering): Promise<void> =>
  transact((tx, events) => answerIn(tx, events, answering));
