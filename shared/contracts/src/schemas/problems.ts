import { CATEGORY_VALUES, PROBLEM_EVENTS, PROBLEM_STATUSES } from '../problems.ts';
import { agreementSchema } from './agreements.ts';
import { bidSchema } from './bids.ts';
import { fileSchema, pagingSchema, personSchema, ratingFields } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';
import { takenDownField } from './taken-down.ts';

/** A problem in a list (product 3.6). */
export const problemListItemSchema = json.named('ProblemListItem').object({
  _id: json.id,
  title: json.text,
  /** Plain-text summary of the body. */
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  /** Whole US dollars. */
  budget: json.integer,
  /** Calendar day by which the poster needs it, such as `2026-12-24`. */
  doneBy: json.textOrNull,
  createdAt: json.time,
  user: personSchema,
  savedByMe: json.boolean,
});
export type ProblemListItem = TypeOf<typeof problemListItemSchema>;

/** Event of a problem. Consecutive events of one kind by one user are merged. */
const timelineEntrySchema = json.named('TimelineEntry').object(
  { _id: json.id, event: json.oneOf(PROBLEM_EVENTS), person: personSchema, at: json.time, times: json.integer },
  /** Only for `budget_changed`: whole US dollars. */
  { budget: json.object({ before: json.integer, after: json.integer }) },
);
export type TimelineEntry = TypeOf<typeof timelineEntrySchema>;

const timelineFields = { timeline: json.list(timelineEntrySchema), hasEarlierEvents: json.boolean } as const;
export const timelineResponse = json.object(timelineFields);
export type TimelineResponse = TypeOf<typeof timelineResponse>;

const problemReviewSchema = json.named('ProblemReview').object(
  {
    _id: json.id,
    author: personSchema,
    subject: personSchema,
    rating: json.integer,
    text: json.text,
    createdAt: json.time,
  },
  takenDownField,
);
export type ProblemReview = TypeOf<typeof problemReviewSchema>;

export const problemReviewResponse = json.object({ review: problemReviewSchema });

const problemSchema = json.named('Problem').extend(
  problemListItemSchema,
  {
    body: json.text,
    viewCount: json.integer,
    posterRating: json.object(ratingFields),
    updatedAt: json.time,
    attachments: json.list(fileSchema),
    ...timelineFields,
    myBid: json.orNull(bidSchema),
    acceptedBid: json.orNull(bidSchema),
    agreement: json.orNull(agreementSchema),
    reviews: json.list(problemReviewSchema),
    /** Deadline and subject of the viewer's review; null if they cannot review, or already have. */
    reviewUntil: json.orNull(json.time),
    reviewSubject: json.orNull(personSchema),
  },
  /** Present while taken down, when only its poster and the parties of an agreement see it. */
  takenDownField,
);
export type Problem = TypeOf<typeof problemSchema>;

export const problemResponse = json.object({ problem: problemSchema });

export const problemsResponse = json.object({
  problems: json.list(problemListItemSchema),
  total: json.integer,
  ...pagingSchema,
});
export type ProblemsResponse = TypeOf<typeof problemsResponse>;

export const foundProblemsResponse = json.extend(problemsResponse, {
  /** Corrected search that produced the results, for a search without matches such as a typo; otherwise null. */
  searchedFor: json.textOrNull,
});
export type FoundProblemsResponse = TypeOf<typeof foundProblemsResponse>;

/** Of `GET /problems/budgets`: the range of most budgets, in whole US dollars; null if there are too few similar problems. */
export const similarBudgetsResponse = json.object({
  budgets: json.orNull(json.object({ low: json.integer, high: json.integer })),
});
export type SimilarBudgets = TypeOf<typeof similarBudgetsResponse>['budgets'];

/** Of `GET /problems/similar?title=`: at most five, most similar first. */
export const similarProblemsResponse = json.object({
  problems: json.list(
    json.object({ _id: json.id, title: json.text, status: json.oneOf(PROBLEM_STATUSES), bidCount: json.integer }),
  ),
});
export type SimilarProblemsResponse = TypeOf<typeof similarProblemsResponse>;

const categoryCountSchema = json
  .named('CategoryCount')
  .object({ value: json.oneOf(CATEGORY_VALUES), label: json.text, count: json.integer });
export type CategoryCount = TypeOf<typeof categoryCountSchema>;

export const categoriesResponse = json.object({ categories: json.list(categoryCountSchema) });

/** Public question or answer under a problem. Answers have a `parentId`; there is one level. */
const commentSchema = json.named('Comment').object(
  {
    _id: json.id,
    problemId: json.id,
    parentId: json.idOrNull,
    author: json.orNull(personSchema),
    content: json.text,
    pinned: json.boolean,
    isDeleted: json.boolean,
    createdAt: json.time,
    editedAt: json.orNull(json.time),
  },
  /** Present while taken down: its author sees the comment, others a deleted one. */
  takenDownField,
);
export type Comment = TypeOf<typeof commentSchema>;

export const commentResponse = json.object({ comment: commentSchema });
export type CommentResponse = TypeOf<typeof commentResponse>;

export const commentsResponse = json.object({ comments: json.list(commentSchema) });
export type CommentsResponse = TypeOf<typeof commentsResponse>;
