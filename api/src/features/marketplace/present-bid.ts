import type { Bid } from '@solvent/contracts';
import { BID_STATUSES } from '@solvent/contracts';
import { json } from '../../platform/http/answer-schema.ts';
import type { BidWithSolver } from './bids-with-solver.ts';

/** A bid as its problem's poster and its solver see it: nobody else may. */
export function presentBid({ bid, solver, rating, ratingCount }: BidWithSolver): Bid {
  return {
    _id: bid.id,
    problemId: bid.problemId,
    solver: { _id: solver.id, name: solver.name, image: solver.image, rating, ratingCount },
    amount: bid.amount,
    message: bid.message,
    estimatedDays: bid.estimatedDays,
    status: bid.status,
    reason: bid.reason,
    createdAt: bid.createdAt.toISOString(),
    updatedAt: bid.updatedAt.toISOString(),
  };
}

/** The properties of a person's rating in an answer. */
export const ratingFields = { rating: { type: ['number', 'null'] }, ratingCount: json.integer };

/** The properties of a bid in an answer. */
export const bidFields = {
  _id: json.id,
  problemId: json.id,
  solver: json.object({
    _id: json.id,
    name: json.text,
    image: json.textOrNull,
    ...ratingFields,
  }),
  amount: json.integer,
  message: json.text,
  estimatedDays: json.integer,
  status: json.oneOf(BID_STATUSES),
  reason: json.textOrNull,
  createdAt: json.time,
  updatedAt: json.time,
};

/** A bid in an answer. */
export const bidSchema = json.object(bidFields);
