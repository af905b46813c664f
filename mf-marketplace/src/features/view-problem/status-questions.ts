import type { ProblemStatus } from '@solvent/contracts';
import type { Question } from '@solvent/ui';
import type { DetailedProblem } from './problem-detail.ts';
import { isPoster } from './viewer.ts';

/** The changes of a problem's state that a person can ask for. */
export type AskedChange = 'solve' | 'close' | 'part';

interface Asked {
  to: ProblemStatus;
  done: string;
  question: Question;
}

/** What is asked before a change, what it makes of the problem, and what is said afterwards. */
export function askedChange(change: AskedChange, problem: DetailedProblem, viewerId: string): Asked {
  const solver = problem.acceptedBid?.solver.name ?? 'the solver';
  const other = isPoster(problem, viewerId) ? solver : problem.user.name;
  switch (change) {
    case 'solve':
      return {
        to: 'solved',
        done: 'Problem solved',
        question: {
          title: 'Mark this problem solved?',
          text: `The work of ${solver} is done. You can then rate each other. A solved problem stays solved.`,
          action: 'Mark solved',
          busyAction: 'Saving…',
        },
      };
    case 'close':
      return {
        to: 'closed',
        done: 'Problem closed',
        question: {
          title: 'Close this problem?',
          text: 'Nobody can bid on it while it is closed. You can reopen it at any time.',
          action: 'Close problem',
          busyAction: 'Closing…',
          destructive: true,
        },
      };
    case 'part':
      return {
        to: 'open',
        done: 'You have parted ways',
        question: {
          title: `Part ways with ${other}?`,
          text: 'The accepted bid counts as withdrawn, and the problem is open for bids again.',
          action: 'Part ways',
          busyAction: 'Parting…',
          destructive: true,
        },
      };
  }
}
