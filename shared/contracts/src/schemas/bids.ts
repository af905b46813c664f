import { BID_STATUSES } from '../bids.ts';
import { CATEGORY_VALUES, PROBLEM_STATUSES } from '../problems.ts';
import { fileSchema, pagingSchema, personSchema, ratingFields } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

const bidSolverSchema = json.named('BidSolver').extend(personSchema, ratingFields);
export type BidSolver = TypeOf<typeof bidSolverSchema>;

const bidFactsSchema = json.named('BidFacts').object({
  shortlisted: json.boolean,
  solvedCount: json.integer,
  matchingAreas: json.list(json.text),
  /** Median time to reply to a message, in minutes; null if there are too few messages. */
  replyMinutes: json.integerOrNull,
});
export type BidFacts = TypeOf<typeof bidFactsSchema>;

/** A bid as its problem's poster and its solver see it (product 3.8). */
export const bidSchema = json.named('Bid').object({
  _id: json.id,
  problemId: json.id,
  solver: bidSolverSchema,
  /** Whole US dollars. */
  amount: json.integer,
  message: json.text,
  files: json.list(fileSchema),
  estimatedDays: json.integer,
  status: json.oneOf(BID_STATUSES),
  reason: json.textOrNull,
  /** Time of the problem's last substantial edit since the bid was made or confirmed; null if the bid can be accepted. */
  unconfirmedSince: json.orNull(json.time),
  createdAt: json.time,
  updatedAt: json.time,
});
export type Bid = TypeOf<typeof bidSchema>;

export const bidResponse = json.object({ bid: bidSchema });
export type BidResponse = TypeOf<typeof bidResponse>;

const bidProblemSchema = json.object({
  _id: json.id,
  title: json.text,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  user: personSchema,
});

/** `agreedAmount`: of the agreement, unless it ended; changes may differ from the bid. */
const agreedField = { agreedAmount: json.integerOrNull } as const;
const myBidSchema = json.extend(bidSchema, { problem: bidProblemSchema }, agreedField);
export type MyBid = TypeOf<typeof myBidSchema>;

const bidCountsSchema = json.object({
  all: json.integer,
  pending: json.integer,
  accepted: json.integer,
  rejected: json.integer,
  withdrawn: json.integer,
});

/** Whole US dollars. */
const bidSumsSchema = json.object({ pending: json.integer, accepted: json.integer });

/** Of `GET /bids?problemId=`: all bids for the poster, their own bid for a solver, only the count for others. */
const problemBidsSchema = json.object({
  bids: json.list(json.extend(bidSchema, {}, { facts: bidFactsSchema })),
  count: json.integer,
});
export type ProblemBidsResponse = TypeOf<typeof problemBidsSchema>;

const myBidsFields = { counts: bidCountsSchema, sums: bidSumsSchema, ...pagingSchema };
const myBidsSchema = json.object({ bids: json.list(myBidSchema), ...myBidsFields });
export type MyBidsResponse = TypeOf<typeof myBidsSchema>;

/** Of `GET /bids`: a problem's bids, or the caller's own. */
export const bidsResponse = json.object(
  { bids: json.list(json.extend(bidSchema, {}, { problem: bidProblemSchema, facts: bidFactsSchema, ...agreedField })) },
  { count: json.integer, ...myBidsFields },
);

const problemTextSchema = json.named('ProblemText').object({
  title: json.text,
  body: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
});
export type ProblemText = TypeOf<typeof problemTextSchema>;

export const comparisonResponse = json.object({ before: problemTextSchema, after: problemTextSchema, changedAt: json.time });
export type ComparisonResponse = TypeOf<typeof comparisonResponse>;
