import type { PersonRating } from './schemas/accounts.ts';
import type { PersonSummary } from './schemas/common.ts';
import type { IsoTime } from './envelope.ts';
import type { BidFacts } from './schemas/bids.ts';

/** `bid`: the solver has placed a bid, whatever its status (product 3.28). */
export const INVITATION_STATES = ['waiting', 'bid'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface Invitation {
  solver: PersonSummary;
  state: InvitationState;
  createdAt: IsoTime;
}

export interface InvitationResponse {
  invitation: Invitation;
}

export interface InvitationsResponse {
  invitations: Invitation[];
}

export type SuggestedSolver = PersonSummary & PersonRating & Omit<BidFacts, 'shortlisted'> & { headline: string };

export interface SuggestedSolversResponse {
  solvers: SuggestedSolver[];
}

/** Own open problem to which a solver can be invited. `invited` is `bid` also for a bid without an invitation. */
export interface InvitingProblem {
  _id: string;
  title: string;
  budget: number;
  createdAt: IsoTime;
  invited: InvitationState | null;
}

export interface InvitingProblemsResponse {
  problems: InvitingProblem[];
}
