import { useSession } from '@solvent/store';
import { lazyComponent } from '@solvent/ui';
import type { DetailedProblem } from '../../api/problems.ts';
import { isPoster } from './viewer.ts';

const InviteCard = lazyComponent(() => import(/* webpackChunkName: "invite-card" */ './invite-card.tsx'));

/** "Invite solvers", for the poster while bids are welcome. The page goes on without it. */
export function InviteSolvers({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  if (problem.status !== 'open' || problem.takenDown || !isPoster(problem, viewerId)) return null;
  return <InviteCard problemId={problem._id} renderLoadError={() => null} />;
}
