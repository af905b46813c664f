import { BID_STATUSES, CATEGORY_VALUES, PROBLEM_STATUSES } from '@solvent/contracts';
import type {
  Bid,
  BidResponse,
  BidFacts,
  ComparisonResponse,
  MyBid,
  MyBidsResponse,
  ProblemBidsResponse,
} from '@solvent/contracts';
import type { BidWithSolver, OwnBid } from './queries.ts';
import { personSchema, presentPerson } from '../../accounts/index.ts';
import { fileFields } from '../../files/index.ts';
import type { FileLinks } from '../../files/index.ts';
import { responseSchema, json, pagingSchema } from '../../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../../platform/http/response-schema.ts';

export type LinkTo = FileLinks['linkTo'];

/** For the seeker and the solver of a bid only. */
export function presentBid({ bid, solver, files, rating, ratingCount, unconfirmedSince }: BidWithSolver, linkTo: LinkTo): Bid {
  return {
    _id: bid.id,
    problemId: bid.problemId,
    solver: { ...presentPerson(solver), rating, ratingCount },
    amount: bid.amount,
    message: bid.message,
    files: files.map((file) => ({ ...file, url: linkTo(file._id) })),
    estimatedDays: bid.estimatedDays,
    status: bid.status,
    reason: bid.reason,
    unconfirmedSince,
    createdAt: bid.createdAt.toISOString(),
    updatedAt: bid.updatedAt.toISOString(),
  };
}

export const ratingFields = { rating: json.numberOrNull, ratingCount: json.integer };

const bidFields = {
  _id: json.id,
  problemId: json.id,
  solver: json.object({ _id: json.id, name: json.text, image: json.textOrNull, ...ratingFields }),
  amount: json.integer,
  message: json.text,
  files: json.list(json.object(fileFields)),
  estimatedDays: json.integer,
  status: json.oneOf(BID_STATUSES),
  reason: json.textOrNull,
  unconfirmedSince: json.orNull(json.time),
  createdAt: json.time,
  updatedAt: json.time,
};

export const bidSchema: JsonSchema<Bid> = json.object(bidFields);

export function presentOwnBid({ problem, poster, ...own }: OwnBid, linkTo: LinkTo): MyBid {
  const { id, title, status, budget } = problem;
  const user = presentPerson(poster);
  return { ...presentBid(own, linkTo), problem: { _id: id, title, status, budget, user } };
}

const problemSchema = json.object({
  _id: json.id,
  title: json.text,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  user: personSchema,
});
const countsSchema = json.object({
  all: json.integer,
  pending: json.integer,
  accepted: json.integer,
  rejected: json.integer,
  withdrawn: json.integer,
});

const sumsSchema = json.object({ pending: json.integer, accepted: json.integer });

export const bidResponse = responseSchema<BidResponse>(json.object({ bid: bidSchema }));

const factsSchema: JsonSchema<BidFacts> = json.object({
  shortlisted: json.boolean,
  solvedCount: json.integer,
  matchingAreas: json.list(json.text),
  replyMinutes: json.integerOrNull,
});

/** A problem's bids, with facts for its poster; or own bids, each with its problem. */
type EitherBids = { bids: (Bid & { facts?: BidFacts } & Partial<Pick<MyBid, 'problem'>>)[] } & Partial<
  Omit<ProblemBidsResponse, 'bids'> & Omit<MyBidsResponse, 'bids'>
>;

export const bidsResponse = responseSchema<EitherBids>(
  json.object(
    { bids: json.list(json.object(bidFields, { problem: problemSchema, facts: factsSchema })) },
    { count: json.integer, counts: countsSchema, sums: sumsSchema, ...pagingSchema },
  ),
);

const problemText = json.object({
  title: json.text,
  body: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
});

export const comparisonResponse = responseSchema<ComparisonResponse>(
  json.object({ before: problemText, after: problemText, changedAt: json.time }),
);
