import { CATEGORIES, CATEGORY_VALUES, PROBLEM_EVENTS, PROBLEM_STATUSES, WORK_STEPS } from '@solvent/contracts';
import type {
  CategoryCount,
  FoundProblemsResponse,
  OwnProblem,
  OwnProblemsResponse,
  Problem,
  ProblemListItem,
  ProblemsResponse,
  TimelineResponse,
} from '@solvent/contracts';
import { and, eq, exists, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { personSchema, presentPerson } from '../../accounts/service.ts';
import { fileFields } from '../../files/service.ts';
import { agreementSchema } from '../agreements/presenter.ts';
import { bidSchema, ratingFields } from '../bids/presenter.ts';
import { takenDownField } from '../../moderation/service.ts';
import { problemReviewSchema } from '../reviews/queries.ts';
import { problems, savedProblems } from '../schema.ts';
import type { ProblemRow } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { responseSchema, json, pagingSchema } from '../../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../../platform/http/response-schema.ts';

const cardFields = {
  _id: json.id,
  title: json.text,
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  createdAt: json.time,
  user: personSchema,
  savedByMe: json.boolean,
};

/** What waits for a problem's poster, in an answer. */
export const newsFields = { pendingBids: json.integer, newBids: json.integer, openQuestions: json.integer };

const timelineFields = {
  timeline: json.list(
    json.object(
      { _id: json.id, event: json.oneOf(PROBLEM_EVENTS), person: personSchema, at: json.time, times: json.integer },
      { budget: json.object({ before: json.integer, after: json.integer }) },
    ),
  ),
  hasEarlierEvents: json.boolean,
};

/** `{ timeline, hasEarlierEvents }`. */
export const timelineAnswer = responseSchema<TimelineResponse>(json.object(timelineFields));

const listFields = { problems: json.list(json.object(cardFields)), total: json.integer, ...pagingSchema };

/** `{ problems, total }` and its paging. */
export const problemsAnswer = responseSchema<ProblemsResponse>(json.object(listFields));

/** The same, and what was searched for. */
export const foundProblemsAnswer = responseSchema<FoundProblemsResponse>(
  json.object({ ...listFields, searchedFor: json.orNull(json.text) }),
);

const work = json.object({ step: json.oneOf(WORK_STEPS), person: personSchema, dueAt: json.time });

/** The one answer that is two: what everybody has of somebody's problems, and what their poster has besides. */
type EitherProblems = Omit<ProblemsResponse, 'problems'> & {
  problems: (ProblemListItem & Partial<Omit<OwnProblem, keyof ProblemListItem>>)[];
} & Partial<Pick<OwnProblemsResponse, 'counts'>>;

/** Of somebody's: `{ problems, total }`; of one's own: with `counts`, and what waits for their poster. Both with paging. */
export const userProblemsAnswer = responseSchema<EitherProblems>(
  json.object(
    {
      problems: json.list(
        json.object(cardFields, { ...newsFields, work: json.orNull(work), agreedAmount: json.integerOrNull, ...takenDownField }),
      ),
      total: json.integer,
      ...pagingSchema,
    },
    {
      counts: json.object({
        all: json.integer,
        open: json.integer,
        'in-progress': json.integer,
        solved: json.integer,
        closed: json.integer,
      }),
    },
  ),
);

const problemSchema: JsonSchema<Problem> = json.object(
  {
    ...cardFields,
    body: json.text,
    viewCount: json.integer,
    posterRating: json.object(ratingFields),
    updatedAt: json.time,
    attachments: json.list(json.object(fileFields)),
    ...timelineFields,
    myBid: json.orNull(bidSchema),
    acceptedBid: json.orNull(bidSchema),
    agreement: json.orNull(agreementSchema),
    reviews: json.list(problemReviewSchema),
    reviewUntil: json.orNull(json.time),
    reviewSubject: json.orNull(personSchema),
  },
  takenDownField,
);

/** `{ problem }` on its own page. */
export const problemAnswer = responseSchema<{ problem: Problem }>(json.object({ problem: problemSchema }));

/** `{ categories }`. */
export const categoriesAnswer = responseSchema<{ categories: CategoryCount[] }>(
  json.object({
    categories: json.list(json.object({ value: json.oneOf(CATEGORY_VALUES), label: json.text, count: json.integer })),
  }),
);

/** Whether a person saved the problem of the query around it. @param viewerId undefined, or null when it runs: nobody */
function savedBy(db: Executor, viewerId: string | SQLWrapper | undefined) {
  if (viewerId === undefined) return sql<boolean>`false`;
  const saves = db.select({ id: savedProblems.problemId }).from(savedProblems);
  const own = saves.where(and(eq(savedProblems.problemId, problems.id), eq(savedProblems.userId, viewerId)));
  return sql<boolean>`${exists(own)}`;
}

/** What a card shows to a person, of `problems` with its poster from `users`: never the body, which is most of a problem. */
export const cardColumns = (db: Executor, viewerId: string | SQLWrapper | undefined) => ({
  id: problems.id,
  title: problems.title,
  description: problems.description,
  category: problems.category,
  tags: problems.tags,
  bidCount: problems.bidCount,
  status: problems.status,
  budget: problems.budget,
  createdAt: problems.createdAt,
  poster: { id: users.id, name: users.name, image: users.image },
  savedByMe: savedBy(db, viewerId),
});

/** A problem as {@link cardColumns} select it. */
export type ProblemCard = Pick<
  ProblemRow,
  'id' | 'title' | 'description' | 'category' | 'tags' | 'bidCount' | 'status' | 'budget' | 'createdAt'
> & {
  poster: Pick<UserRow, 'id' | 'name' | 'image'>;
  savedByMe: boolean;
};

/** All of a problem's own page: columns of the card and of the problem, and its parts as the viewer may see them. */
export type ProblemDetail = ProblemCard &
  Pick<ProblemRow, 'body' | 'updatedAt'> & { viewCount: number | null } & Pick<
    Problem,
    | 'posterRating'
    | 'attachments'
    | 'timeline'
    | 'hasEarlierEvents'
    | 'myBid'
    | 'acceptedBid'
    | 'agreement'
    | 'reviews'
    | 'reviewUntil'
    | 'reviewSubject'
    | 'takenDown'
  >;

/** A problem in a list. */
export function presentCard(card: ProblemCard): ProblemListItem {
  const { id, title, description, category, tags, bidCount, status, budget, createdAt, poster, savedByMe } = card;
  const user = presentPerson(poster);
  const shown = { _id: id, title, description, category, tags, bidCount, status, budget, user, savedByMe };
  return { ...shown, createdAt: createdAt.toISOString() };
}

/** A problem on its own page. */
export function presentProblem(detail: ProblemDetail): Problem {
  const { body, viewCount, posterRating, updatedAt, attachments, timeline, hasEarlierEvents } = detail;
  const { myBid, acceptedBid, agreement, reviews, reviewUntil, reviewSubject, takenDown } = detail;
  return {
    ...presentCard(detail),
    body,
    viewCount: viewCount ?? 0,
    posterRating,
    updatedAt: updatedAt.toISOString(),
    attachments,
    timeline,
    hasEarlierEvents,
    myBid,
    acceptedBid,
    agreement,
    reviews,
    reviewUntil,
    reviewSubject,
    ...(takenDown && { takenDown }),
  };
}

/** Every category in its order, those without problems too. */
export function presentCategories(totals: ReadonlyMap<string, number>): CategoryCount[] {
  return CATEGORY_VALUES.map((value) => ({ value, label: CATEGORIES[value], count: totals.get(value) ?? 0 }));
}
