import { CATEGORY_VALUES, PROBLEM_EVENTS, PROBLEM_STATUSES } from '@solvent/contracts';
import { answerSchema, json, pagingSchema } from '../../../platform/http/answer-schema.ts';
import { bidSchema, ratingFields } from '../present-bid.ts';

const person = json.object({ _id: json.id, name: json.text, image: json.textOrNull });

const card = {
  _id: json.id,
  title: json.text,
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  createdAt: json.time,
  user: person,
  savedByMe: json.yes,
};

const review = {
  _id: json.id,
  author: person,
  subject: person,
  rating: json.integer,
  text: json.text,
  createdAt: json.time,
};

const file = { _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text };

const timeline = {
  timeline: json.list(
    json.object({ _id: json.id, event: json.oneOf(PROBLEM_EVENTS), person, at: json.time, times: json.integer }),
  ),
  hasEarlierEvents: json.yes,
};

/** `{ timeline, hasEarlierEvents }`. */
export const timelineAnswer = answerSchema(timeline);

/** `{ problems, total }` and its paging. */
export const problemsAnswer = answerSchema({ problems: json.list(json.object(card)), total: json.integer, ...pagingSchema });

/** `{ problem }` on its own page. */
export const problemAnswer = answerSchema({
  problem: json.object({
    ...card,
    body: json.text,
    viewCount: json.integer,
    posterRating: json.object(ratingFields),
    updatedAt: json.time,
    attachments: json.list(json.object(file)),
    ...timeline,
    myBid: json.orNull(bidSchema),
    acceptedBid: json.orNull(bidSchema),
    reviews: json.list(json.object(review)),
    reviewUntil: json.orNull(json.time),
  }),
});

/** `{ categories }`. */
export const categoriesAnswer = answerSchema({
  categories: json.list(json.object({ value: json.oneOf(CATEGORY_VALUES), label: json.text, count: json.integer })),
});
