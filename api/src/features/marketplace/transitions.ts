import type { AgreementChangeStatus, AgreementStatus, BidStatus, ProblemStatus } from '@solvent/contracts';
import type { AppError } from '../../platform/errors/app-error.ts';

/** States of a problem, of one bid on it, and of the agreement that the bid became. */
export interface WorkState {
  problem: ProblemStatus;
  bid: BidStatus | 'none';
  /** Of the bid: `needed` while the problem was changed by more than typos since the bid was made or confirmed. */
  confirmation: 'valid' | 'needed';
  /** `past`: it ended more than 14 days ago. */
  agreement: AgreementStatus | 'none' | 'past';
  /** Whether anything was ever delivered, even if changes were requested afterwards. */
  delivery: 'none' | 'made';
  /** Of the proposal that is being answered, otherwise of the open one. */
  proposal: AgreementChangeStatus | 'none';
  /** `used`: the caller opened one and called it off. */
  dispute: 'none' | 'used' | 'open' | 'decided';
  payment: 'none' | 'stated' | 'received';
  /** The caller's rating of the other party. `settled`: given, and the payment was received. */
  rating: 'none' | 'given' | 'settled' | 'late';
}

/** Roles of a caller towards the problem, the bid, the proposal or the dispute. */
export type Role = 'seeker' | 'solver' | 'proposer' | 'answerer' | 'opener' | 'moderator';

type States = { [Field in keyof WorkState]?: readonly WorkState[Field][] };

interface Transition {
  who: readonly Role[];
  /** Allowed values of each state. The first state, in this order, that has another value is the reason for the refusal. */
  from: States;
  to: Partial<WorkState>;
}

const BOTH = ['seeker', 'solver'] as const;
const RUNNING = ['accepted', 'delivered'] as const;
const NOT_ASKED = ['none', 'agreed', 'declined', 'withdrawn'] as const;
const NOT_DISPUTED = ['none', 'used', 'decided'] as const;
/** Where the work ends, an open proposal is withdrawn. */
const ENDED = { problem: 'open', bid: 'withdrawn', agreement: 'ended', proposal: 'withdrawn' } as const;
const SOLVED = { problem: 'solved', agreement: 'solved', proposal: 'withdrawn' } as const;

/** Every change of a problem, a bid, an agreement, a proposal or a dispute (product 4.10, 4.11, 4.22). All others are refused. */
export const TRANSITIONS = {
  edit: { who: ['seeker'], from: { problem: ['open'] }, to: { confirmation: 'needed' } },
  close: { who: ['seeker'], from: { problem: ['open'] }, to: { problem: 'closed' } },
  reopen: { who: ['seeker'], from: { problem: ['closed'] }, to: { problem: 'open' } },

  placeBid: { who: ['solver'], from: { problem: ['open'], bid: ['none', 'rejected', 'withdrawn'] }, to: { bid: 'pending' } },
  changeBid: { who: ['solver'], from: { bid: ['pending'], problem: ['open'] }, to: {} },
  confirmBid: {
    who: ['solver'],
    from: { bid: ['pending'], problem: ['open'], confirmation: ['needed'] },
    to: { confirmation: 'valid' },
  },
  withdrawBid: { who: ['solver'], from: { bid: ['pending'] }, to: { bid: 'withdrawn' } },
  rejectBid: { who: ['seeker'], from: { bid: ['pending'], problem: ['open'] }, to: { bid: 'rejected' } },
  acceptBid: {
    who: ['seeker'],
    from: { bid: ['pending'], problem: ['open'], confirmation: ['valid'] },
    to: { problem: 'in-progress', bid: 'accepted', agreement: 'accepted' },
  },

  deliver: {
    who: ['solver'],
    from: { agreement: RUNNING, delivery: ['none'] },
    to: { agreement: 'delivered', delivery: 'made' },
  },
  solve: {
    who: ['seeker'],
    from: { problem: ['in-progress'], agreement: ['none', ...RUNNING], dispute: NOT_DISPUTED, proposal: NOT_ASKED },
    to: SOLVED,
  },
  part: {
    who: BOTH,
    from: {
      problem: ['in-progress'],
      agreement: ['none', ...RUNNING],
      dispute: NOT_DISPUTED,
      proposal: NOT_ASKED,
      delivery: ['none'],
    },
    to: ENDED,
  },
  statePaid: { who: ['seeker'], from: { agreement: ['solved'], payment: ['none'] }, to: { payment: 'stated' } },
  stateReceived: {
    who: ['solver'],
    from: { agreement: [...RUNNING, 'solved'], payment: ['stated'] },
    to: { payment: 'received' },
  },
  rate: { who: BOTH, from: { agreement: ['solved', 'ended'], rating: ['none'] }, to: { rating: 'given' } },

  propose: {
    who: BOTH,
    from: { agreement: RUNNING, dispute: NOT_DISPUTED, proposal: NOT_ASKED },
    to: { proposal: 'proposed' },
  },
  agree: {
    who: ['answerer'],
    from: { proposal: ['proposed'], agreement: RUNNING, dispute: NOT_DISPUTED },
    to: { proposal: 'agreed' },
  },
  agreeToPart: {
    who: ['answerer'],
    from: { proposal: ['proposed'], agreement: RUNNING, dispute: NOT_DISPUTED },
    to: { ...ENDED, proposal: 'agreed' },
  },
  decline: { who: ['answerer'], from: { proposal: ['proposed'] }, to: { proposal: 'declined' } },
  withdraw: { who: ['proposer'], from: { proposal: ['proposed'] }, to: { proposal: 'withdrawn' } },

  openDispute: {
    who: BOTH,
    from: { agreement: [...RUNNING, 'solved', 'ended'], rating: ['none', 'given', 'late'], dispute: ['none'] },
    to: { dispute: 'open', proposal: 'withdrawn' },
  },
  writeView: { who: BOTH, from: { dispute: ['open'] }, to: {} },
  callOffDispute: { who: ['opener'], from: { dispute: ['open'] }, to: { dispute: 'used' } },
  decideContinue: {
    who: ['moderator'],
    from: { dispute: ['open'], agreement: RUNNING },
    to: { dispute: 'decided' },
  },
  decideSolved: {
    who: ['moderator'],
    from: { dispute: ['open'], agreement: [...RUNNING, 'solved'] },
    to: { ...SOLVED, dispute: 'decided' },
  },
  // Of an agreement that has ended already, the problem's state does not change: others may work on it.
  decideEnded: {
    who: ['moderator'],
    from: { dispute: ['open'], agreement: [...RUNNING, 'ended', 'past'] },
    to: { ...ENDED, dispute: 'decided' },
  },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof TRANSITIONS;

/** Why an action is refused: the caller's role (`who`), or the first state that does not allow it. */
export type Obstacle = 'who' | keyof WorkState;

/** The states that an action depends on. */
export type Needed<A extends Action> = Pick<WorkState, keyof (typeof TRANSITIONS)[A]['from'] & keyof WorkState>;

/** The first obstacle of an action; undefined where it is possible. @param roles the roles of the caller */
export function obstacleOf<A extends Action>(action: A, roles: readonly Role[], state: Needed<A>): Obstacle | undefined {
  const { who, from }: Transition = TRANSITIONS[action];
  if (!who.some((role) => roles.includes(role))) return 'who';
  const now: Partial<WorkState> = state;
  const fields = Object.keys(from) as (keyof WorkState)[];
  return fields.find((field) => {
    const allowed: readonly (string | undefined)[] = from[field] ?? [];
    return !allowed.includes(now[field]);
  });
}

/** @throws AppError of `explain` if the action is not possible */
export function assertTransition<A extends Action>(
  action: A,
  roles: readonly Role[],
  state: Needed<A>,
  explain: (obstacle: Obstacle) => AppError,
): void {
  const obstacle = obstacleOf(action, roles, state);
  if (obstacle !== undefined) throw explain(obstacle);
}
