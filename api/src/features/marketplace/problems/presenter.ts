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
import { bidSchema, json, pagingSchema, ratingFields } from '@solvent/contracts/schemas';
import { and, eq, exists, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { problems, savedProblems, users } from '../../../schema/index.ts';
import type { ProblemRow, UserRow } from '../../../schema/index.ts';
import { personSchema, presentPerson } from '../../accounts/index.ts';
import { fileFields } from '../../files/index.ts';
import { takenDownField } from '../../moderation/index.ts';
import { agreementSchema } from '../agreements/presenter.ts';
import { problemReviewSchema } from '../reviews/queries.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';

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

export const updateFields = { pendingBids: json.integer, newBids: json.integer, openQuestions: json.integer };

const timelineFields = {
  timeline: json.list(
    json.object(
      { _id: json.id, event: json.oneOf(PROBLEM_EVENTS), person: personSchema, at: json.time, times: json.integer },
      { budget: json.object({ before: json.integer, after: json.integer }) },
    ),
  ),
  hasEarlierEvents: json.boolean,
};

export const timelineResponse = responseSchema<TimelineResponse>(json.object(timelineFields));

const listFields = { problems: json.list(json.object(cardFields)), total: json.integer, ...pagingSchema };

export const problemsResponse = responseSchema<ProblemsResponse>(json.object(listFields));

export const foundProblemsResponse = responseSchema<FoundProblemsResponse>(
  json.object({ ...listFields, searchedFor: json.orNull(json.text) }),
);

const work = json.object({ step: json.oneOf(WORK_STEPS), person: personSchema, dueAt: json.time });

/** Only the poster's own list has the optional fields. */
type UserProblemsResponse = Omit<ProblemsResponse, 'problems'> & {
  problems: (ProblemListItem & Partial<Omit<OwnProblem, keyof ProblemListItem>>)[];
} & Partial<Pick<OwnProblemsResponse, 'counts'>>;

export const userProblemsResponse = responseSchema<UserProblemsResponse>(
  json.object(
    {
      problems: json.list(
        json.object(cardFields, {
          ...updateFields,
          work: json.orNull(work),
          agreedAmount: json.integerOrNull,
          ...takenDownField,
        }),
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

const problem = json.object(
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

export const problemResponse = responseSchema<{ problem: Problem }>(json.object({ problem }));

export const categoriesResponse = responseSchema<{ categories: CategoryCount[] }>(
  json.object({
    categories: json.list(json.object({ value: json.oneOf(CATEGORY_VALUES), label: json.text, count: json.integer })),
  }),
);

/** Of the outer query's problem. @param viewerId undefined, or null when the statement runs, for visitors */
function savedBy(db: Executor, viewerId: string | SQLWrapper | undefined) {
  if (viewerId === undefined) return sql<boolean>`false`;
  const saved = db
    .select({ id: savedProblems.problemId })
    .from(savedProblems)
    .where(and(eq(savedProblems.problemId, problems.id), eq(savedProblems.userId, viewerId)));
  return sql<boolean>`${exists(saved)}`;
}

/** Columns of a card, for queries that join the poster from `users`. Omits the body, which is most of a row. */
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

export type ProblemCard = Pick<
  ProblemRow,
  'id' | 'title' | 'description' | 'category' | 'tags' | 'bidCount' | 'status' | 'budget' | 'createdAt'
> & {
  poster: Pick<UserRow, 'id' | 'name' | 'image'>;
  savedByMe: boolean;
};

/** Keeps other fields of the row. */
export const presentCard = <Card extends ProblemCard>({ id, poster, createdAt, ...card }: Card) => ({
  ...card,
  _id: id,
  user: presentPerson(poster),
  createdAt: createdAt.toISOString(),
});

export const presentCategories = (totals: ReadonlyMap<string, number>): CategoryCount[] =>
  CATEGORY_VALUES.map((value) => ({ value, label: CATEGORIES[value], count: totals.get(value) ?? 0 }));
