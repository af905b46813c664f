import type { Agreement, PersonSummary, SessionUser } from '@solvent/contracts';
import { getAgreementAction, isDisputed, getOtherParty, getSide } from '../../agreement/agreement-steps.ts';
import type { AgreementAction } from '../../agreement/agreement-steps.ts';
import type { DetailedProblem } from '../../api/problems.ts';

export type MainAction =
  | 'sign-in'
  | 'become-solver'
  | 'place-bid'
  | 'edit-bid'
  | 'confirm-bid'
  | 'invite-solvers'
  | 'review-bids'
  | 'write-view'
  | AgreementAction;

/** The card that invites solvers, which loads late. */
export const INVITE_ID = 'invite';

type Viewer = Pick<SessionUser, '_id' | 'role'> | null | undefined;

export const isPoster = ({ user }: DetailedProblem, viewerId: string | undefined): boolean =>
  Boolean(viewerId) && user._id === viewerId;

/** Returns the viewer's running agreement; an ended one leaves the problem open. */
export function getRunningAgreement({ agreement }: DetailedProblem, viewer: Viewer): Agreement | null {
  return agreement && agreement.status !== 'ended' && getSide(agreement, viewer?._id) ? agreement : null;
}

const isAcceptedSolver = (problem: DetailedProblem, viewer: Viewer): boolean =>
  Boolean(viewer) &&
  (problem.acceptedBid?.solver._id === viewer?._id || getRunningAgreement(problem, viewer)?.solver._id === viewer?._id);

function getPosterAction({ status, bidCount, takenDown }: DetailedProblem): MainAction | null {
  if (status === 'in-progress') return 'mark-solved';
  if (status !== 'open') return null;
  if (bidCount > 0) return 'review-bids';
  return takenDown ? null : 'invite-solvers';
}

export function getMainAction(problem: DetailedProblem, viewer: Viewer): MainAction | null {
  const agreement = getRunningAgreement(problem, viewer);
  const side = agreement && getSide(agreement, viewer?._id);
  if (side && isDisputed(agreement) && !agreement.dispute?.[`${side}View`]) return 'write-view';
  if (side) return getAgreementAction(agreement, side, problem.reviewUntil !== null);
  if (isPoster(problem, viewer?._id)) return getPosterAction(problem);
  if (problem.status !== 'open') return null;
  if (!viewer) return 'sign-in';
  // Bidders edit their bid in either role (product 6.1).
  if (problem.myBid?.status === 'pending') return problem.myBid.unconfirmedSince ? 'confirm-bid' : 'edit-bid';
  return viewer.role === 'solver' ? 'place-bid' : 'become-solver';
}

const NO_BIDS = {
  'in-progress': 'This problem is in progress and no longer accepts bids.',
  solved: 'This problem is solved and no longer accepts bids.',
  closed: 'This problem is closed and no longer accepts bids.',
} as const;

/** Explains why others can't bid (product 2.42). */
export function getNoBidsReason(problem: DetailedProblem, viewer: Viewer): string | null {
  if (problem.status === 'open' || isPoster(problem, viewer?._id) || isAcceptedSolver(problem, viewer)) return null;
  return NO_BIDS[problem.status];
}

/** Returns the other participant for the poster and for bidders, null for everyone else. */
export function getCounterpart(problem: DetailedProblem, viewer: Viewer): PersonSummary | null {
  const agreement = getRunningAgreement(problem, viewer);
  const side = agreement && getSide(agreement, viewer?._id);
  if (side) return getOtherParty(agreement, side);
  const { acceptedBid, myBid, user } = problem;
  if (isPoster(problem, viewer?._id)) return acceptedBid?.solver ?? null;
  return myBid || isAcceptedSolver(problem, viewer) ? user : null;
}

export type ProblemChange = 'edit' | 'close' | 'reopen' | 'solve' | 'end-agreement';

export function getAllowedChanges(problem: DetailedProblem, viewer: Viewer): readonly ProblemChange[] {
  const poster = isPoster(problem, viewer?._id);
  if (problem.status === 'in-progress') {
    const agreement = getRunningAgreement(problem, viewer);
    // An open dispute freezes the agreement.
    if (agreement && isDisputed(agreement)) return [];
    if (!poster) return isAcceptedSolver(problem, viewer) ? ['end-agreement'] : [];
    // Before a delivery this is not the next step, but possible.
    return getMainAction(problem, viewer) === 'mark-solved' ? ['end-agreement'] : ['solve', 'end-agreement'];
  }
  if (!poster) return [];
  if (problem.status === 'open') return problem.takenDown ? ['close'] : ['edit', 'close'];
  return problem.status === 'closed' ? ['reopen'] : [];
}
