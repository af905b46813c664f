import { eq } from 'drizzle-orm';
import { ratedBy, ratedUntil } from '../reviews/queries.ts';
import { refuseImpossible, TRANSITIONS } from '../transitions.ts';
import type { Act, Obstacle, Role, WorkState } from '../transitions.ts';
import { disputeOf, waitingChange } from './holding.ts';
import type { OwnAgreement, Side } from './holding.ts';
import { agreements } from './schema.ts';
import type { AgreementChangeRow, AgreementRow, DisputeRow } from './schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict } from '../../../platform/errors/app-error.ts';

/** An agreement for one of its two, with what an act depends on. */
interface Acting extends OwnAgreement {
  /** The proposal that is answered, else the one that waits. */
  change: AgreementChangeRow | undefined;
  dispute: DisputeRow | undefined;
}

const SIDE_ALONE: Record<Side, string> = {
  seeker: 'Only the seeker can do this.',
  solver: 'Only the solver can do this.',
};

const DECIDED: Record<Exclude<AgreementChangeRow['status'], 'proposed'>, string> = {
  agreed: 'This change was agreed to already.',
  declined: 'This change was declined already.',
  withdrawn: 'This change was withdrawn meanwhile.',
};

/** Until when an agreement that ended can be disputed and rated. */
const isPast = ({ status, partedAt }: AgreementRow): boolean =>
  status === 'ended' && partedAt !== null && ratedUntil(partedAt) < new Date();

function disputeState({ dispute, agreement, side }: Acting): WorkState['dispute'] {
  if (dispute !== undefined) return dispute.decidedAt === null ? 'open' : 'decided';
  const disputedAt = side === 'seeker' ? agreement.seekerDisputedAt : agreement.solverDisputedAt;
  return disputedAt === null ? 'none' : 'used';
}

/** Whether the caller has rated the other one for this agreement. */
async function hasRated(tx: Tx, { agreement, side }: OwnAgreement): Promise<boolean> {
  const [author, subject] =
    side === 'seeker' ? [agreements.seekerId, agreements.solverId] : [agreements.solverId, agreements.seekerId];
  const [found] = await tx
    .select({ isRated: ratedBy(tx, author, subject) })
    .from(agreements)
    .where(eq(agreements.id, agreement.id));
  return found?.isRated === true;
}

async function ratingState(tx: Tx, own: OwnAgreement): Promise<WorkState['rating']> {
  if (!(await hasRated(tx, own))) return 'none';
  // Many rate as they mark it solved.
  return own.agreement.receivedAt === null ? 'given' : 'settled';
}

async function stateOf(tx: Tx, acting: Acting): Promise<Omit<WorkState, 'bid' | 'text'>> {
  const { agreement, problem, change } = acting;
  const isStated = agreement.paidAt === null ? 'none' : 'stated';
  return {
    problem: problem.status,
    agreement: isPast(agreement) ? 'past' : agreement.status,
    delivery: agreement.deliveredAt === null ? 'none' : 'made',
    proposal: change?.status ?? 'none',
    dispute: disputeState(acting),
    payment: agreement.receivedAt === null ? isStated : 'received',
    rating: await ratingState(tx, acting),
  };
}

function rolesOf({ side, caller, change, dispute }: Acting): Role[] {
  const roles: Role[] = [side];
  if (change !== undefined) roles.push(change.proposedBy === caller.id ? 'proposer' : 'answerer');
  // Of none, it is said that there is none.
  if (dispute === undefined || dispute.openedBy === caller.id) roles.push('opener');
  return roles;
}

function whoElse(act: Act, { other }: Acting): string {
  if (act === 'withdraw') return 'Only the person who proposed this change can withdraw it.';
  if (act === 'agree' || act === 'agreeToPart' || act === 'decline')
    return `${other.name} has to answer this change, because you proposed it.`;
  if (act === 'callOffDispute') return `Only ${other.name} can call off this dispute.`;
  const [side] = TRANSITIONS[act].who;
  return SIDE_ALONE[side === 'solver' ? 'solver' : 'seeker'];
}

function agreementWords(state: WorkState['agreement']): string {
  if (state === 'past') return "You parted ways more than 14 days ago. This agreement can't be changed or disputed anymore.";
  if (state === 'ended') return "You parted ways. This agreement can't be changed anymore.";
  if (state === 'solved') return "This problem is solved. The agreement can't be changed anymore.";
  return 'Mark the problem as solved before you mark it as paid.';
}

function proposalWords(act: Act, { change, caller, other }: Acting): string {
  if (change !== undefined && change.status !== 'proposed') return DECIDED[change.status];
  const isOwn = change?.proposedBy === caller.id;
  if (act === 'propose')
    return isOwn
      ? 'You have proposed a change already. Withdraw it to propose another one.'
      : `${other.name} proposed a change first. Answer it before you propose another one.`;
  return isOwn
    ? `${other.name} has not answered the change that you proposed. Withdraw it, or wait for the answer.`
    : `${other.name} proposed a change that you have not answered. Agree or decline first.`;
}

function disputeWords(act: Act, { dispute, caller, other }: Acting): string {
  const isOpening = act === 'openDispute';
  if (dispute !== undefined && dispute.decidedAt !== null) return 'A moderator has decided on this agreement already.';
  if (dispute === undefined)
    return isOpening
      ? "You already asked a moderator once and called it off. You can't ask again."
      : 'This dispute was called off.';
  if (!isOpening) return 'A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.';
  return dispute.openedBy === caller.id
    ? 'You already asked a moderator. You can edit your description.'
    : `${other.name} already asked a moderator. Add your view there.`;
}

function paymentWords(act: Act, { agreement, other }: Acting): string {
  if (act === 'statePaid') return 'You already marked this as paid.';
  return agreement.paidAt === null ? `${other.name} hasn't marked this as paid yet.` : 'You already confirmed the payment.';
}

/** What is said of an act that an agreement does not allow (product 8.13). */
function explain(act: Act, obstacle: Obstacle, acting: Acting, state: Omit<WorkState, 'bid' | 'text'>): AppError {
  const { other } = acting;
  switch (obstacle) {
    case 'who':
      return new AppError('forbidden', whoElse(act, acting));
    case 'delivery':
      return conflict(
        act === 'deliver'
          ? 'This work is delivered already. Send what is new as a message.'
          : `The work is delivered: ${other.name} has to agree. Propose to part ways.`,
      );
    case 'proposal':
      return conflict(proposalWords(act, acting));
    case 'dispute':
      return conflict(disputeWords(act, acting));
    case 'payment':
      return conflict(paymentWords(act, acting));
    case 'rating':
      return conflict(`You have rated ${other.name} already, so this work is settled.`);
    default:
      return conflict(agreementWords(state.agreement));
  }
}

/** Acts of the two on their agreement. */
export type AgreementAct =
  | 'deliver'
  | 'solve'
  | 'part'
  | 'statePaid'
  | 'stateReceived'
  | 'propose'
  | 'agree'
  | 'agreeToPart'
  | 'decline'
  | 'withdraw'
  | 'openDispute'
  | 'writeView'
  | 'callOffDispute';

/**
 * Refuses an act that is not possible now.
 * @param answered the proposal that is answered; left out: the one that waits
 * @throws AppError `forbidden` to the other one of the two, `conflict` with the reason
 */
export async function refuseAct(tx: Tx, own: OwnAgreement, act: AgreementAct, answered?: AgreementChangeRow): Promise<void> {
  const { id } = own.agreement;
  const acting = { ...own, change: answered ?? (await waitingChange(tx, id)), dispute: await disputeOf(tx, id) };
  const state = await stateOf(tx, acting);
  refuseImpossible(act, rolesOf(acting), state, (obstacle) => explain(act, obstacle, acting, state));
}
