import type { PersonRating, PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { Problem, ProblemStatus } from './problems.ts';

/** States of a bid (product 4.11). */
export const BID_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn'] as const;
export type BidStatus = (typeof BID_STATUSES)[number];

/** Who bids: with what others say of them. */
export type BidSolver = PersonSummary & PersonRating;

/** What helps to choose between bids: in the poster's list alone. */
export interface BidFacts {
  /** Whether the poster put it on the shortlist: the bidder does not hear of it. */
  shortlisted: boolean;
  /** Problems that this solver has solved here. */
  solvedCount: number;
  /** The solver's areas of expertise that the problem's tags or category name. */
  matchingAreas: string[];
  /** How long the solver usually takes to answer a message, in minutes (median); null while too few were answered. */
  replyMinutes: number | null;
}

/** A bid as its problem's poster and its solver see it (product 3.8). */
export interface Bid {
  _id: string;
  problemId: string;
  solver: BidSolver;
  /** Whole US dollars. */
  amount: number;
  /** Markdown. */
  message: string;
  files: StoredFile[];
  estimatedDays: number;
  status: BidStatus;
  /** Why the poster rejected it, where they said so. */
  reason: string | null;
  /** When the problem was last changed by more than typos since the bid was made or confirmed; null where it can be accepted. */
  unconfirmedSince: IsoTime | null;
  createdAt: IsoTime;
  updatedAt: IsoTime;
}

/** An own bid, with the problem that it is for. */
export interface MyBid extends Bid {
  problem: { _id: string; title: string; status: ProblemStatus; budget: number; user: PersonSummary };
}

/** Answer of every call that changes a bid. */
export interface BidAnswer {
  bid: Bid;
}

/** Answer of `GET /bids?problemId=`: all for the poster, the own one for a solver, the count alone for others. */
export interface ProblemBidsAnswer {
  /** With `facts` for the poster. */
  bids: (Bid & { facts?: BidFacts })[];
  /** Those that were not withdrawn. */
  count: number;
}

/** Answer of `GET /bids`: my bids, newest first, how many there are of each state, and what those of two states come to. */
export interface MyBidsAnswer extends Paging {
  bids: MyBid[];
  counts: Record<BidStatus | 'all', number>;
  /** Whole US dollars. */
  sums: Record<'pending' | 'accepted', number>;
}

/** What a problem says, as far as bidders compare it. */
export type ProblemText = Pick<Problem, 'title' | 'body' | 'category' | 'tags'>;

/** Answer of `GET /bids/{id}/comparison`: what the problem said when the bid was made or confirmed, and what it says now. */
export interface ComparisonAnswer {
  before: ProblemText;
  after: ProblemText;
  changedAt: IsoTime;
}
