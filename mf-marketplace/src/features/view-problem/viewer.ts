import type { PersonSummary, SessionUser } from '@solvent/contracts';
import type { DetailedProblem } from '../../api/problems.ts';

export type MainAction = 'sign-in' | 'place-bid' | 'edit-bid' | 'review-bids' | 'mark-solved';

type Viewer = Pick<SessionUser, '_id' | 'role'> | null | undefined;

export const isPoster = ({ user }: DetailedProblem, viewerId: string | undefined): boolean =>
  Boolean(viewerId) && user._id === viewerId;

const isAcceptedSolver = ({ acceptedBid }: DetailedProblem, viewerId: string | undefined): boolean =>
  Boolean(viewerId) && acceptedBid?.solver._id === viewerId;

function posterAction({ status, bidCount }: DetailedProblem): MainAction | null {
  if (status === 'in-progress') return 'mark-solved';
  return status === 'open' && bidCount > 0 ? 'review-bids' : null;
}

/** The one right action for this viewer (product 2.19). */
export function mainActionOf(problem: DetailedProblem, viewer: Viewer): MainAction | null {
  if (isPoster(problem, viewer?._id)) return posterAction(problem);
  if (problem.status !== 'open') return null;
  if (!viewer) return 'sign-in';
  if (viewer.role !== 'solver') return null;
  return problem.myBid?.status === 'pending' ? 'edit-bid' : 'place-bid';
}

/** Whom the poster and the accepted solver may want to write to: each other. Nobody else sees who that is. */
export function counterpartOf(problem: DetailedProblem, viewer: Viewer): PersonSummary | null {
  const { acceptedBid, user } = problem;
  if (!acceptedBid) return null;
  if (isPoster(problem, viewer?._id)) return acceptedBid.solver;
  return isAcceptedSolver(problem, viewer?._id) ? user : null;
}

/** What else the two of a problem may do with it (product 4.10). */
export type Change = 'edit' | 'close' | 'reopen' | 'part-ways';

export function changesOf(problem: DetailedProblem, viewer: Viewer): readonly Change[] {
  const poster = isPoster(problem, viewer?._id);
  if (problem.status === 'in-progress') return poster || isAcceptedSolver(problem, viewer?._id) ? ['part-ways'] : [];
  if (!poster) return [];
  if (problem.status === 'open') return ['edit', 'close'];
  return problem.status === 'closed' ? ['reopen'] : [];
}
