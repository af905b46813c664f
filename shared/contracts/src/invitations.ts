import type { PersonRating, PersonSummary } from './accounts.ts';
import type { IsoTime } from './envelope.ts';
import type { BidFacts } from './bids.ts';

/** What came of an invitation (product 3.28): `bid` once the solver has placed one, whatever became of it. */
export const INVITATION_STATES = ['waiting', 'bid'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** A solver whom a problem's poster asked to bid. */
export interface Invitation {
  solver: PersonSummary;
  state: InvitationState;
  createdAt: IsoTime;
}

/** Answer of `POST /problems/{id}/invitations`. */
export interface InvitationAnswer {
  invitation: Invitation;
}

/** Answer of `GET /problems/{id}/invitations`: to the poster, the latest first. */
export interface InvitationsAnswer {
  invitations: Invitation[];
}

/** Somebody who could solve a problem, with what helps to choose. */
export type SuggestedSolver = PersonSummary & PersonRating & Omit<BidFacts, 'shortlisted'> & { headline: string };

/** Answer of `GET /problems/{id}/suggested-solvers`: to the poster, the best first; none once it is not open any more. */
export interface SuggestedSolversAnswer {
  solvers: SuggestedSolver[];
}

/** An own open problem to which a solver can be invited; `invited` says whether they were, or have bid uninvited. */
export interface InvitingProblem {
  _id: string;
  title: string;
  /** Whole US dollars. */
  budget: number;
  createdAt: IsoTime;
  invited: InvitationState | null;
}

/** Answer of `GET /problems/inviting?solverId=`: the caller's latest open problems. */
export interface InvitingAnswer {
  problems: InvitingProblem[];
}
