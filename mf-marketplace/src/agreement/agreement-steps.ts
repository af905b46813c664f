import { REVIEW } from '@solvent/contracts';
import type { Agreement, PersonSummary } from '@solvent/contracts';

export type Side = 'seeker' | 'solver';

export const getSide = ({ seeker, solver }: Agreement, viewerId: string | undefined): Side | null => {
  if (viewerId === seeker._id) return 'seeker';
  return viewerId === solver._id ? 'solver' : null;
};

export const getOtherParty = (agreement: Agreement, side: Side): PersonSummary =>
  side === 'seeker' ? agreement.solver : agreement.seeker;

/** An open dispute blocks solving, ending and proposing (product 4.22). */
export const isDisputed = ({ dispute }: Agreement): boolean => dispute !== null && dispute.decision === null;

/** The solver works on changes of what was delivered (product 4.32). */
export const isRevising = ({ status, delivery }: Agreement): boolean =>
  status === 'accepted' && Boolean(delivery?.changesRequested);

export const isDelivered = (agreement: Agreement): boolean => agreement.delivery !== null && !isRevising(agreement);

export type StepState = 'done' | 'current' | 'upcoming' | 'skipped';

export interface Step {
  name: 'Accepted' | 'Delivered' | 'Solved' | 'Paid' | 'Rated' | 'Ended';
  state: StepState;
  at?: string | null;
  /** The next action of either side, or why the step was skipped. */
  text?: string;
}

const DAY_MS = 24 * 60 * 60_000;

const getEndTime = ({ solvedAt, parting }: Agreement) => solvedAt ?? parting?.at ?? null;

function isRatingOpen(agreement: Agreement, now: number): boolean {
  const at = getEndTime(agreement);
  return at !== null && now < Date.parse(at) + REVIEW.days * DAY_MS;
}

/** @param now the server's time, as of `useServerTime` */
export const isExpired = (agreement: Agreement, now: number): boolean =>
  agreement.status === 'ended' && !isRatingOpen(agreement, now);

function getDeliveredStep(agreement: Agreement, side: Side): Step {
  const { delivery, solvedAt, seeker, solver } = agreement;
  if (isRevising(agreement)) {
    const text =
      side === 'solver'
        ? `Make the changes that ${seeker.name} asked for, then deliver again.`
        : `${solver.name} is working on the changes you asked for.`;
    return { name: 'Delivered', state: 'current', text };
  }
  if (delivery) return { name: 'Delivered', state: 'done', at: delivery.at };
  if (solvedAt) return { name: 'Delivered', state: 'skipped', text: 'Solved without a delivery.' };
  const text = side === 'solver' ? 'Do the work, then deliver it here.' : `${solver.name} does the work and delivers it here.`;
  return { name: 'Delivered', state: 'current', text };
}

function getSolvedStep(agreement: Agreement, side: Side): Step {
  const { solvedAt, seeker } = agreement;
  if (solvedAt) return { name: 'Solved', state: 'done', at: solvedAt };
  if (!isDelivered(agreement)) return { name: 'Solved', state: 'upcoming' };
  if (isDisputed(agreement)) return { name: 'Solved', state: 'current', text: 'A moderator will decide what happens next.' };
  const text =
    side === 'seeker' ? 'Review the work. Then mark it solved, or ask for changes.' : `${seeker.name} reviews the work.`;
  return { name: 'Solved', state: 'current', text };
}

function getPaidStep(agreement: Agreement, side: Side): Step {
  const { solvedAt, paidAt, receivedAt, seeker, solver } = agreement;
  if (receivedAt) return { name: 'Paid', state: 'done', at: receivedAt };
  if (!solvedAt) return { name: 'Paid', state: 'upcoming' };
  if (paidAt) {
    const text =
      side === 'seeker'
        ? `You marked it as paid. Waiting for ${solver.name} to confirm.`
        : `${seeker.name} marked this as paid. Confirm when the money arrives.`;
    return { name: 'Paid', state: 'current', text };
  }
  const text =
    side === 'seeker'
      ? `Pay ${solver.name} as arranged, then mark it as paid.`
      : `${seeker.name} pays you directly and marks it as paid.`;
  return { name: 'Paid', state: 'current', text };
}

function getRatedStep(agreement: Agreement, side: Side, now: number): Step {
  const { ratedBySeeker, ratedBySolver, seeker, solver } = agreement;
  if (ratedBySeeker && ratedBySolver) return { name: 'Rated', state: 'done' };
  if (!getEndTime(agreement)) return { name: 'Rated', state: 'upcoming' };
  const [isRatedByMe, isRatedByOther] = side === 'seeker' ? [ratedBySeeker, ratedBySolver] : [ratedBySolver, ratedBySeeker];
  const other = side === 'seeker' ? solver.name : seeker.name;
  if (!isRatingOpen(agreement, now)) {
    const text = isRatedByMe
      ? `You rated ${other}.`
      : isRatedByOther
        ? `${other} rated you.`
        : `No one rated within ${REVIEW.days} days.`;
    return { name: 'Rated', state: isRatedByMe || isRatedByOther ? 'done' : 'skipped', text };
  }
  if (isRatedByMe) return { name: 'Rated', state: 'current', text: `You rated ${other}. Waiting for their rating.` };
  return {
    name: 'Rated',
    state: 'current',
    text: isRatedByOther ? `${other} rated you. Rate them, too.` : `Rate your experience with ${other}.`,
  };
}

/** @param now the server's time, as of `useServerTime` */
export function getSteps(agreement: Agreement, side: Side, now: number): readonly Step[] {
  const accepted: Step = { name: 'Accepted', state: 'done', at: agreement.acceptedAt };
  const { parting, delivery, status } = agreement;
  if (status === 'ended') {
    const work: Step[] = delivery ? [{ name: 'Delivered', state: 'done', at: delivery.at }] : [];
    const ended: Step = { name: 'Ended', state: 'done', at: parting?.at ?? null };
    const ratings = parting ? [getRatedStep(agreement, side, now)] : [];
    return [accepted, ...work, ended, ...ratings];
  }
  return [
    accepted,
    getDeliveredStep(agreement, side),
    getSolvedStep(agreement, side),
    getPaidStep(agreement, side),
    getRatedStep(agreement, side, now),
  ];
}

export type AgreementAction = 'mark-delivered' | 'mark-solved' | 'mark-paid' | 'confirm-payment' | 'rate';

/** Returns the next action of one side, or null while it waits for the other. @param canRate from the server */
export function getAgreementAction(agreement: Agreement, side: Side, canRate: boolean): AgreementAction | null {
  const { status, paidAt, receivedAt } = agreement;
  if (status === 'ended') return null;
  if (status !== 'solved') {
    if (side === 'solver') return isDelivered(agreement) ? null : 'mark-delivered';
    return isDelivered(agreement) && !isDisputed(agreement) ? 'mark-solved' : null;
  }
  if (side === 'seeker' && !paidAt && !receivedAt) return 'mark-paid';
  if (side === 'solver' && paidAt && !receivedAt) return 'confirm-payment';
  return canRate ? 'rate' : null;
}
