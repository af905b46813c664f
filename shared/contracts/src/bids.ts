import type { PersonRating, PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { Problem, ProblemStatus } from './problems.ts';

export const BID_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn'] as const;
export type BidStatus = (typeof BID_STATUSES)[number];

export type BidSolver = PersonSummary & PersonRating;

export interface BidFacts {
  shortlisted: boolean;
  solvedCount: number;
  matchingAreas: string[];
  /** Median time to reply to a message, in minutes; null if there are too few messages. */
  replyMinutes: number | null;
}

/** A bid as its problem's poster and its solver see it (product 3.8). */
export interface Bid {
  _id: string;
  problemId: string;
  solver: BidSolver;
  /** Whole US dollars. */
  amount: number;
  message: string;
  files: StoredFile[];
  estimatedDays: number;
  status: BidStatus;
  reason: string | null;
  /** Time of the problem's last substantial edit since the bid was made or confirmed; null if the bid can be accepted. */
  unconfirmedSince: IsoTime | null;
  createdAt: IsoTime;
  updatedAt: IsoTime;
}

export interface MyBid extends Bid {
  problem: { _id: string; title: string; status: ProblemStatus; budget: number; user: PersonSummary };
}

export interface BidResponse {
  bid: Bid;
}

/** Response of `GET /bids?problemId=`: all bids for the poster, their own bid for a solver, only the count for others. */
export interface ProblemBidsResponse {
  bids: (Bid & { facts?: BidFacts })[];
  count: number;
}

export interface MyBidsResponse extends Paging {
  bids: MyBid[];
  counts: Record<BidStatus | 'all', number>;
  /** Whole US dollars. */
  sums: Record<'pending' | 'accepted', number>;
}

export type ProblemText = Pick<Problem, 'title' | 'body' | 'category' | 'tags'>;

export interface ComparisonResponse {
  before: ProblemText;
  after: ProblemText;
  changedAt: IsoTime;
}
