import type { Agreement, PersonSummary, SessionUser } from '@solvent/contracts';
import { getAgreementAction, isDisputed, getOtherParty, getSide } from '../../agreement/agreement-steps.ts';
import type { AgreementAction } from '../../agreement/agreement-steps.ts';
import type { DetailedProblem } from '../../api/problems.ts';

export type MainAction = 'sign-in' | 'become-solver' | 'place-bid' | 'edit-bid' | 'review-bids' | AgreementAction;

type Viewer = Pick<SessionUser, '_id' | 'role'> | null | undefined;

export const isPoster = ({ user }: DetailedProblem, viewerId: string | undefined): boolean =>
  Boolean(viewerId) && user._id === viewerId;

/** The agreement that the problem is under, for its two people; one that ended stands beside the problem, which is open again. */
export function runningAgreement({ agreement }: DetailedProblem, viewer: Viewer): Agreement | null {
  return agreement && agreement.status !== 'ended' && getSide(agreement, viewer?._id) ? agreement : null;
}

const isAcceptedSolver = (problem: DetailedProblem, viewer: Viewer): boolean =>
  Boolean(viewer) &&
  (problem.acceptedBid?.solver._id === viewer?._id || runningAgreement(problem, viewer)?.solver._id === viewer?._id);

function posterAction({ status, bidCount }: DetailedProblem): MainAction | null {
  if (status === 'in-progress') return 'mark-solved';
  return status === 'open' && bidCount > 0 ? 'review-bids' : null;
}

/** The one right action for this viewer (product 2.19). */
export function getMainAction(problem: DetailedProblem, viewer: Viewer): MainAction | null {
  const agreement = runningAgreement(problem, viewer);
  const side = agreement && getSide(agreement, viewer?._id);
  if (side) return getAgreementAction(agreement, side, problem.reviewUntil !== null);
  if (isPoster(problem, viewer?._id)) return posterAction(problem);
  if (problem.status !== 'open') return null;
  if (!viewer) return 'sign-in';
  // An own bid is changed in either role (product 6.1).
  if (problem.myBid?.status === 'pending') return 'edit-bid';
  return viewer.role === 'solver' ? 'place-bid' : 'become-solver';
}

const NO_BIDS = {
  'in-progress': 'Somebody works on this problem: it takes no bids.',
  solved: 'This problem is solved: it takes no bids any more.',
  closed: 'This problem is closed: it takes no bids.',
} as const;

/** Why nobody else can bid, where Place bid would stand (product 2.42). */
export function getNoBidsReason(problem: DetailedProblem, viewer: Viewer): string | null {
  if (problem.status === 'open' || isPoster(problem, viewer?._id) || isAcceptedSolver(problem, viewer)) return null;
  return NO_BIDS[problem.status];
}

/** Whom the poster and the accepted solver may want to write to: each other. Nobody else sees who that is. */
export function getCounterpart(problem: DetailedProblem, viewer: Viewer): PersonSummary | null {
  const agreement = runningAgreement(problem, viewer);
  const side = agreement && getSide(agreement, viewer?._id);
  if (side) return getOtherParty(agreement, side);
  const { acceptedBid, user } = problem;
  if (!acceptedBid) return null;
  if (isPoster(problem, viewer?._id)) return acceptedBid.solver;
  return isAcceptedSolver(problem, viewer) ? user : null;
}

/** What else the two of a problem may do with it (product 4.10). */
export type ProblemChange = 'edit' | 'close' | 'reopen' | 'end-agreement';

export function getAllowedChanges(problem: DetailedProblem, viewer: Viewer): readonly ProblemChange[] {
  const poster = isPoster(problem, viewer?._id);
  if (problem.status === 'in-progress') {
    const agreement = runningAgreement(problem, viewer);
    // What a moderator looks at stays as it is.
    if (agreement && isDisputed(agreement)) return [];
    return poster || isAcceptedSolver(problem, viewer) ? ['end-agreement'] : [];
  }
  if (!poster) return [];
  if (problem.status === 'open') return problem.takenDown ? ['close'] : ['edit', 'close'];
  return problem.status === 'closed' ? ['reopen'] : [];
}
