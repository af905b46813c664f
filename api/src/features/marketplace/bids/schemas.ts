import { PROBLEM_STATUSES } from '@solvent/contracts';
import { answerSchema, json, pagingSchema } from '../../../platform/http/answer-schema.ts';
import { bidFields, bidSchema } from '../present-bid.ts';

const problem = json.object({
  _id: json.id,
  title: json.text,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  user: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
});
const counts = json.object({
  all: json.integer,
  pending: json.integer,
  accepted: json.integer,
  rejected: json.integer,
  withdrawn: json.integer,
});

/** `{ bid }`. */
export const bidAnswer = answerSchema({ bid: bidSchema });

/** Of a problem: `{ bids, count }`; of one's own: `{ bids, counts }` with paging, and each with its problem. */
export const bidsAnswer = json.object(
  { status: json.yes, bids: json.list(json.object(bidFields, { problem })) },
  { count: json.integer, counts, ...pagingSchema },
);
