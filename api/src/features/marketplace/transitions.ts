import type { AgreementChangeStatus, AgreementStatus, BidStatus, ProblemStatus } from '@solvent/contracts';
import type { AppError } from '../../platform/errors/app-error.ts';

export interface WorkState {
  problem: ProblemStatus;
  bid: BidStatus | 'none';
  /** `needed`: the problem changed by more than typos after the bid was placed or confirmed. */
  confirmation: 'valid' | 'needed';
  /** `past`: ended more than 14 days ago. */
  agreement: AgreementStatus | 'none' | 'past';
  /** `revising`: the seeker has requested changes. */
  delivery: 'none' | 'made' | 'revising';
  /** Status of the proposal that the caller answers, otherwise of the open one. */
  proposal: AgreementChangeStatus | 'none';
  /** `used`: opened and called off by the caller. */
  dispute: 'none' | 'used' | 'open' | 'decided';
  payment: 'none' | 'marked' | 'received';
  /** State of the caller's rating. `settled`: given, and the payment is confirmed. */
  rating: 'none' | 'given' | 'settled' | 'late';
}

export type Role = 'seeker' | 'solver' | 'proposer' | 'answerer' | 'opener' | 'moderator';

type States = { [Field in keyof WorkState]?: readonly WorkState[Field][] };

interface Transition {
  who: readonly Role[];
  /** Allowed values. The first state in this order with another value is the reported obstacle. */
  from: States;
  to: Partial<WorkState>;
}

const BOTH = ['seeker', 'solver'] as const;
const RUNNING = ['accepted', 'delivered'] as const;
const NO_OPEN_PROPOSAL = ['none', 'agreed', 'declined', 'withdrawn'] as const;
const NOT_DISPUTED = ['none', 'used', 'decided'] as const;
const ENDED = { problem: 'open', bid: 'withdrawn', agreement: 'ended', proposal: 'withdrawn' } as const;
const SOLVED = { problem: 'solved', agreement: 'solved', proposal: 'withdrawn' } as const;

/** All allowed changes of problems, bids, agreements, proposals and disputes (product 4.10, 4.11, 4.22). */
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
    from: { agreement: RUNNING, delivery: ['none', 'revising'] },
    to: { agreement: 'delivered', delivery: 'made' },
  },
  requestChanges: {
    who: ['seeker'],
    from: { agreement: RUNNING, delivery: ['made'], dispute: NOT_DISPUTED },
    to: { agreement: 'accepted', delivery: 'revising' },
  },
  solve: {
    who: ['seeker'],
    from: { problem: ['in-progress'], agreement: ['none', ...RUNNING], dispute: NOT_DISPUTED, proposal: NO_OPEN_PROPOSAL },
    to: SOLVED,
  },
  part: {
    who: BOTH,
    from: {
      problem: ['in-progress'],
      agreement: ['none', ...RUNNING],
      dispute: NOT_DISPUTED,
      proposal: NO_OPEN_PROPOSAL,
      delivery: ['none'],
    },
    to: ENDED,
  },
  markPaid: { who: ['seeker'], from: { agreement: ['solved'], payment: ['none'] }, to: { payment: 'marked' } },
  confirmPayment: {
    who: ['solver'],
    from: { agreement: [...RUNNING, 'solved'], payment: ['marked'] },
    to: { payment: 'received' },
  },
  rate: { who: BOTH, from: { agreement: ['solved', 'ended'], rating: ['none'] }, to: { rating: 'given' } },

  propose: {
    who: BOTH,
    from: { agreement: RUNNING, dispute: NOT_DISPUTED, proposal: NO_OPEN_PROPOSAL },
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
  // If the agreement has already ended, the problem keeps its state: it may have a new agreement.
  decideEnded: {
    who: ['moderator'],
    from: { dispute: ['open'], agreement: [...RUNNING, 'ended', 'past'] },
    to: { ...ENDED, dispute: 'decided' },
  },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof TRANSITIONS;

/** The caller's role (`who`), or the first state that does not allow the action. */
export type Obstacle = 'who' | keyof WorkState;

type RequiredStates<A extends Action> = Pick<WorkState, keyof (typeof TRANSITIONS)[A]['from'] & keyof WorkState>;

export function findObstacle<A extends Action>(
  action: A,
  roles: readonly Role[],
  state: RequiredStates<A>,
): Obstacle | undefined {
  const { who, from }: Transition = TRANSITIONS[action];
  if (!who.some((role) => roles.includes(role))) return 'who';
  const current: Partial<WorkState> = state;
  const fields = Object.keys(from) as (keyof WorkState)[];
  return fields.find((field) => {
    const allowed: readonly (string | undefined)[] = from[field] ?? [];
    return !allowed.includes(current[field]);
  });
}

export function assertTransition<A extends Action>(
  action: A,
  roles: readonly Role[],
  state: RequiredStates<A>,
  toError: (obstacle: Obstacle) => AppError,
): void {
  const obstacle = findObstacle(action, roles, state);
  if (obstacle !== undefined) throw toError(obstacle);
}
