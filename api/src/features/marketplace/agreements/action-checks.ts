import { eq, getTableColumns } from 'drizzle-orm';
import { getRatingDeadline, hasRated } from '../reviews/reviews.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Action, Obstacle, Role, WorkState } from '../transitions.ts';
import { isOpenProposal } from './locking.ts';
import type { OwnAgreement } from './locking.ts';
import { agreementChanges, agreements, disputes } from '../../../schema/index.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';

type AgreementStates = Omit<WorkState, 'bid' | 'confirmation'>;

interface ActionContext extends OwnAgreement {
  change: AgreementChangeRow | null;
  dispute: DisputeRow | null;
  isRated: boolean;
}

/** @param proposal the one to answer; default: the open one */
async function readContext(tx: Tx, own: OwnAgreement, proposal: AgreementChangeRow | undefined): Promise<ActionContext> {
  const { id, seekerId, solverId } = agreements;
  const [found] = await tx
    .select({
      change: getTableColumns(agreementChanges),
      dispute: getTableColumns(disputes),
      isRated: own.side === 'seeker' ? hasRated(tx, seekerId, solverId) : hasRated(tx, solverId, seekerId),
    })
    .from(agreements)
    .leftJoin(agreementChanges, isOpenProposal(id))
    .leftJoin(disputes, eq(disputes.agreementId, id))
    .where(eq(id, own.agreement.id));
  if (found === undefined) throw new Error('The locked agreement was not found');
  return { ...own, ...found, change: proposal ?? found.change };
}

const DECIDED: Record<Exclude<AgreementChangeRow['status'], 'proposed'>, string> = {
  agreed: 'This change was agreed to already.',
  declined: 'This change was declined already.',
  withdrawn: 'This change was withdrawn meanwhile.',
};

const isPast = ({ status, partedAt }: AgreementRow): boolean =>
  status === 'ended' && partedAt !== null && getRatingDeadline(partedAt) < new Date();

function disputeState({ dispute, agreement, side }: ActionContext): WorkState['dispute'] {
  if (dispute !== null) return dispute.decidedAt === null ? 'open' : 'decided';
  const disputedAt = side === 'seeker' ? agreement.seekerDisputedAt : agreement.solverDisputedAt;
  return disputedAt === null ? 'none' : 'used';
}

function deliveryState({ deliveredAt, changesRequestedAt }: AgreementRow): WorkState['delivery'] {
  if (deliveredAt === null) return 'none';
  return changesRequestedAt === null ? 'made' : 'revising';
}

function toStates(context: ActionContext): AgreementStates {
  const { agreement, problem, change, isRated } = context;
  const unconfirmed = agreement.paidAt === null ? 'none' : 'marked';
  // A dispute stays possible after a rating until the payment is confirmed: seekers often rate on solving.
  const rated = agreement.receivedAt === null ? 'given' : 'settled';
  return {
    problem: problem.status,
    agreement: isPast(agreement) ? 'past' : agreement.status,
    delivery: deliveryState(agreement),
    proposal: change?.status ?? 'none',
    dispute: disputeState(context),
    payment: agreement.receivedAt === null ? unconfirmed : 'received',
    rating: isRated ? rated : 'none',
  };
}

function getRoles({ side, caller, change, dispute }: ActionContext): Role[] {
  const roles: Role[] = [side];
  if (change !== null) roles.push(change.proposedBy === caller.id ? 'proposer' : 'answerer');
  // Without a dispute, its state and not the role is the reported reason.
  if (dispute === null || dispute.openedBy === caller.id) roles.push('opener');
  return roles;
}

function roleErrorText(action: Action, { other }: ActionContext): string {
  if (action === 'withdraw') return 'Only the person who proposed this change can withdraw it.';
  if (action === 'agree' || action === 'agreeToPart' || action === 'decline')
    return `${other.name} has to answer this change, because you proposed it.`;
  if (action === 'callOffDispute') return `Only ${other.name} can call off this dispute.`;
  const [side] = TRANSITIONS[action].who;
  return `Only the ${side} can do this.`;
}

function agreementErrorText(state: WorkState['agreement']): string {
  if (state === 'past') return "You parted ways more than 14 days ago. This agreement can't be changed or disputed anymore.";
  if (state === 'ended') return "You parted ways. This agreement can't be changed anymore.";
  if (state === 'solved') return "This problem is solved. The agreement can't be changed anymore.";
  return 'Mark the problem as solved before you mark it as paid.';
}

function deliveryErrorText(action: Action, delivery: WorkState['delivery'], other: string): string {
  if (action === 'deliver') return 'This work is delivered already. Send what is new as a message.';
  if (action === 'part') return `The work is delivered: ${other} has to agree. Propose to part ways.`;
  return delivery === 'none'
    ? `${other} hasn't delivered anything yet. Write a message instead.`
    : `You already asked for changes. ${other} will deliver again.`;
}

function proposalErrorText(action: Action, { change, caller, other }: ActionContext): string {
  if (change !== null && change.status !== 'proposed') return DECIDED[change.status];
  const isOwn = change?.proposedBy === caller.id;
  if (action === 'propose')
    return isOwn
      ? 'You have proposed a change already. Withdraw it to propose another one.'
      : `${other.name} proposed a change first. Answer it before you propose another one.`;
  return isOwn
    ? `${other.name} has not answered the change that you proposed. Withdraw it, or wait for the answer.`
    : `${other.name} proposed a change that you have not answered. Agree or decline first.`;
}

function disputeErrorText(action: Action, { dispute, caller, other }: ActionContext): string {
  const isOpening = action === 'openDispute';
  if (dispute !== null && dispute.decidedAt !== null) return 'A moderator has decided on this agreement already.';
  if (dispute === null)
    return isOpening
      ? "You already asked a moderator once and called it off. You can't ask again."
      : 'This dispute was called off.';
  if (!isOpening) return 'A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.';
  return dispute.openedBy === caller.id
    ? 'You already asked a moderator. You can edit your description.'
    : `${other.name} already asked a moderator. Add your view there.`;
}

function paymentErrorText(action: Action, { agreement, other }: ActionContext): string {
  if (action === 'markPaid') return 'You already marked this as paid.';
  return agreement.paidAt === null ? `${other.name} hasn't marked this as paid yet.` : 'You already confirmed the payment.';
}

/** Returns the error text of product 8.13. */
function errorText(action: Action, obstacle: Obstacle, context: ActionContext, state: AgreementStates): string {
  const { other } = context;
  switch (obstacle) {
    case 'who':
      return roleErrorText(action, context);
    case 'delivery':
      return deliveryErrorText(action, state.delivery, other.name);
    case 'proposal':
      return proposalErrorText(action, context);
    case 'dispute':
      return disputeErrorText(action, context);
    case 'payment':
      return paymentErrorText(action, context);
    case 'rating':
      return `You have rated ${other.name} already, so this work is settled.`;
    default:
      return agreementErrorText(state.agreement);
  }
}

/** Actions that depend only on the states of an agreement and its problem. */
export type AgreementAction = {
  [Name in Action]: keyof (typeof TRANSITIONS)[Name]['from'] extends keyof AgreementStates ? Name : never;
}[Action];

/** @throws AppError `forbidden` if the action is the other party's, `conflict` with the reason */
export async function assertAgreementAction(
  tx: Tx,
  own: OwnAgreement,
  action: AgreementAction,
  proposal?: AgreementChangeRow,
): Promise<void> {
  const context = await readContext(tx, own, proposal);
  const state = toStates(context);
  assertTransition(action, getRoles(context), state, (obstacle) => {
    const text = errorText(action, obstacle, context, state);
    return obstacle === 'who' ? new AppError('forbidden', text) : conflict(text);
  });
}
