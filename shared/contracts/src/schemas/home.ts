import { ROLES } from '../accounts.ts';
import { NEXT_STEPS, WORK_STEPS } from '../home.ts';
import { CATEGORY_VALUES } from '../problems.ts';
import { pagingSchema, personSchema } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';
import { problemListItemSchema } from './problems.ts';
import { takenDownField } from './taken-down.ts';

const namedProblemSchema = json.named('NamedProblem').object({ _id: json.id, title: json.text });
export type NamedProblem = TypeOf<typeof namedProblemSchema>;

const updateFields = { pendingBids: json.integer, newBids: json.integer, openQuestions: json.integer } as const;

/** Progress of agreed work; `dueAt` is of its delivery. */
const progressFields = { step: json.oneOf(WORK_STEPS), person: personSchema, dueAt: json.time } as const;

/** True while the solver works on changes of a delivery (product 4.22). */
const revisionField = { isRevising: json.boolean } as const;

const workSchema = json.named('Work').object(
  {
    problem: namedProblemSchema,
    side: json.oneOf(ROLES),
    /** Whole US dollars. */
    amount: json.integer,
    ...progressFields,
  },
  revisionField,
);
export type Work = TypeOf<typeof workSchema>;

const ownProblemFields = {
  ...updateFields,
  work: json.orNull(json.object(progressFields, revisionField)),
  /** Whole US dollars; null without an agreement or if it ended. */
  agreedAmount: json.integerOrNull,
} as const;
const ownProblemSchema = json.extend(problemListItemSchema, ownProblemFields, takenDownField);
export type OwnProblem = TypeOf<typeof ownProblemSchema>;

const statusCountsSchema = json.object({
  all: json.integer,
  open: json.integer,
  'in-progress': json.integer,
  solved: json.integer,
  closed: json.integer,
});
const listFields = { total: json.integer, ...pagingSchema } as const;
const ownProblemsSchema = json.object({ problems: json.list(ownProblemSchema), counts: statusCountsSchema, ...listFields });
export type OwnProblemsResponse = TypeOf<typeof ownProblemsSchema>;

/** Of `GET /problems/user`: only the poster's own list has the optional fields. */
export const userProblemsResponse = json.object(
  { problems: json.list(json.extend(problemListItemSchema, {}, { ...ownProblemFields, ...takenDownField })), ...listFields },
  { counts: statusCountsSchema },
);

const nextStepSchema = json.named('NextStep').object(
  {
    kind: json.oneOf(NEXT_STEPS),
    problem: namedProblemSchema,
    count: json.integer,
    person: json.orNull(personSchema),
    at: json.orNull(json.time),
  },
  revisionField,
);
export type NextStep = TypeOf<typeof nextStepSchema>;

const openQuestionSchema = json.named('OpenQuestion').object({
  _id: json.id,
  problem: namedProblemSchema,
  author: personSchema,
  content: json.text,
  createdAt: json.time,
});
export type OpenQuestion = TypeOf<typeof openQuestionSchema>;

const pendingBidSchema = json.named('PendingBid').object({
  _id: json.id,
  amount: json.integer,
  estimatedDays: json.integer,
  createdAt: json.time,
  problem: json.extend(namedProblemSchema, { budget: json.integer, bidCount: json.integer }),
});
export type PendingBid = TypeOf<typeof pendingBidSchema>;

const matchingProblemSchema = json.named('MatchingProblem').extend(namedProblemSchema, {
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  budget: json.integer,
  createdAt: json.time,
});
export type MatchingProblem = TypeOf<typeof matchingProblemSchema>;

const ratingDueSchema = json.named('RatingDue').object({ problem: namedProblemSchema, person: personSchema, until: json.time });
export type RatingDue = TypeOf<typeof ratingDueSchema>;

export const homeResponse = json.object({
  next: json.list(nextStepSchema),
  work: json.list(workSchema),
  /** Own open problems: with new bids first, then with pending bids or questions, then newest. */
  problems: json.list(json.extend(namedProblemSchema, { ...updateFields, budget: json.integer, createdAt: json.time })),
  questions: json.list(openQuestionSchema),
  bids: json.list(pendingBidSchema),
  matches: json.list(matchingProblemSchema),
  ratings: json.list(ratingDueSchema),
  totals: json.object({
    work: json.integer,
    openProblems: json.integer,
    questions: json.integer,
    pendingBids: json.integer,
    posted: json.integer,
    bid: json.integer,
  }),
});
export type HomeResponse = TypeOf<typeof homeResponse>;
