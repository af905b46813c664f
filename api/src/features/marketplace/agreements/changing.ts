import type { ChangeAnswer, ProposeChangeBody } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { addAgreementChanged, holdOwn, refuseDisputed, refuseOver, tellAgain, waitingChange } from './holding.ts';
import type { OwnAgreement } from './holding.ts';
import { agreementChanges, agreements } from './schema.ts';
import type { AgreementChangeRow } from './schema.ts';
import { AGREEMENT_WORDS } from './words.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { DAY } from '../../../platform/durations.ts';

/** When something is due that takes so many days. */
export const dueAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY);

/** One waits at a time: whoever proposes second answers the first. */
async function refuseSecond(tx: Tx, { agreement, caller, other }: OwnAgreement): Promise<void> {
  const waiting = await waitingChange(tx, agreement.id);
  if (waiting === undefined) return;
  throw conflict(
    waiting.proposedBy === caller.id
      ? 'You have proposed a change already. Withdraw it to propose another one.'
      : `${other.name} proposed a change first. Answer it before you propose another one.`,
  );
}

async function proposeIn(tx: Tx, events: Events, { id, callerId, body }: Proposing): Promise<void> {
  const held = await holdOwn(tx, id, callerId);
  refuseOver(held);
  await refuseDisputed(tx, held);
  await refuseSecond(tx, held);
  const { agreement, problem, caller, other } = held;
  const createdAt = new Date();
  const terms = { amount: body.amount, dueAt: dueAfter(createdAt, body.days) };
  const before = { amountBefore: agreement.amount, dueBefore: agreement.dueAt };
  await tx
    .insert(agreementChanges)
    .values({ agreementId: id, proposedBy: callerId, ...terms, note: body.note, ...before, createdAt });
  await tellAgain(tx, events, held, other, caller, AGREEMENT_WORDS.proposed(problem.title, terms, body.note));
  addAgreementChanged(events, held);
}

/** What one of the two proposes. */
interface Proposing {
  id: string;
  callerId: string;
  body: ProposeChangeBody;
}

/**
 * Proposes another sum or date to the other one.
 * @throws AppError as `holdOwn`; `conflict` unless the work is under way, or where a change waits or a moderator decides
 */
export const proposeChange = ({ transact }: Pick<Deps, 'transact'>, proposing: Proposing): Promise<void> =>
  transact((tx, events) => proposeIn(tx, events, proposing));

const DECIDED: Record<Exclude<AgreementChangeRow['status'], 'proposed'>, string> = {
  agreed: 'This change was agreed to already.',
  declined: 'This change was declined already.',
  withdrawn: 'This change was withdrawn meanwhile.',
};

/** The proposed change that waits for this very answer. */
async function waitingFor(tx: Tx, { agreement, caller, other }: OwnAgreement, { changeId, answer }: Answering) {
  const its = and(eq(agreementChanges.id, changeId), eq(agreementChanges.agreementId, agreement.id));
  const [change] = await tx.select().from(agreementChanges).where(its);
  if (change === undefined) throw notFound('This change');
  const isOwn = change.proposedBy === caller.id;
  if (isOwn && answer !== 'withdraw') throw new AppError('forbidden', `${other.name} answers this change: you proposed it.`);
  if (!isOwn && answer === 'withdraw') throw new AppError('forbidden', 'Only who proposed this change can withdraw it.');
  if (change.status !== 'proposed') throw conflict(DECIDED[change.status]);
  return change;
}

const ANSWERED = { agree: 'agreed', decline: 'declined', withdraw: 'withdrawn' } as const;

async function answerIn(tx: Tx, events: Events, answering: Answering): Promise<void> {
  const { id, callerId, answer } = answering;
  const held = await holdOwn(tx, id, callerId);
  const change = await waitingFor(tx, held, answering);
  const status = ANSWERED[answer];
  await tx.update(agreementChanges).set({ status, decidedAt: new Date() }).where(eq(agreementChanges.id, change.id));
  const { amount, dueAt } = change;
  if (status === 'agreed') await tx.update(agreements).set({ amount, dueAt }).where(eq(agreements.id, id));
  const { problem, caller, other } = held;
  if (status !== 'withdrawn') await tellAgain(tx, events, held, other, caller, AGREEMENT_WORDS[status](problem.title, change));
  addAgreementChanged(events, held);
}

/** An answer to a proposed change. */
interface Answering {
  id: string;
  changeId: string;
  callerId: string;
  answer: ChangeAnswer;
}

/**
 * Agrees to a proposed change, or declines it; or takes one's own back.
 * @throws AppError as `holdOwn`; `not_found` for another agreement's change; `forbidden` to who may not answer so; `conflict` with
 *   what became of it meanwhile
 */
export const answerChange = ({ transact }: Pick<Deps, 'transact'>, answering: Answering): Promise<void> =>
  transact((tx, events) => answerIn(tx, events, answering));
