import type { ProblemStatus } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { confirm } from '@solvent/ui';
import { useChangeStatus } from '../../api/problem-status.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { isPoster } from './viewer.ts';

export type ConfirmedChange = 'solve' | 'close' | 'part-ways';

type Question = Pick<Parameters<typeof confirm>[0], 'title' | 'text' | 'action' | 'busyAction' | 'destructive'>;

/** What is asked before a change, what it makes of the problem, and what is said afterwards. */
function questionOf(
  change: ConfirmedChange,
  problem: DetailedProblem,
  viewerId: string,
): Question & { to: ProblemStatus; done: string } {
  const solver = problem.acceptedBid?.solver.name ?? 'the solver';
  const other = isPoster(problem, viewerId) ? solver : problem.user.name;
  switch (change) {
    case 'solve':
      return {
        to: 'solved',
        done: 'Problem solved',
        title: 'Mark this problem solved?',
        text: `The work of ${solver} is done. You can then rate each other. A solved problem stays solved.`,
        action: 'Mark solved',
        busyAction: 'Saving…',
      };
    case 'close':
      return {
        to: 'closed',
        done: 'Problem closed',
        title: 'Close this problem?',
        text: 'Nobody can bid on it while it is closed. You can reopen it at any time.',
        action: 'Close problem',
        busyAction: 'Closing…',
        destructive: true,
      };
    case 'part-ways':
      return {
        to: 'open',
        done: 'You have parted ways',
        title: `Part ways with ${other}?`,
        text: 'The accepted bid counts as withdrawn, and the problem is open for bids again.',
        action: 'Part ways',
        busyAction: 'Parting…',
        destructive: true,
      };
  }
}

/** @returns asks for a change of the problem's state, and makes it */
export function useConfirmedChange(problem: DetailedProblem): (change: ConfirmedChange) => void {
  const viewerId = useSession((state) => state.userData?._id) ?? '';
  const { mutateAsync } = useChangeStatus(problem._id);
  return (change) => {
    const opener = document.activeElement;
    const { to, done, ...question } = questionOf(change, problem, viewerId);
    void confirm({
      ...question,
      // Whatever the answer, the page then shows the new state: the mutation has told of a failure.
      run: () => mutateAsync({ to, done }).catch(() => undefined),
      // The change may have taken the button away.
      finalFocusEl: () =>
        opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector<HTMLElement>('h1'),
    });
  };
}
