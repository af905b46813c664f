import { PAGE_SIZES } from '@solvent/contracts';
import type { Problem, TimelineResponse, TimelineEntry } from '@solvent/contracts';
import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Deps } from '../deps.ts';
import { bids, problemEvents, problems, problemViews, users } from '../../../schema/index.ts';
import { PERSON_COLUMNS, toIsoDates } from '../../accounts/index.ts';
import { fileUrl } from '../../files/index.ts';
import { REPLY_MINUTES } from '../../messaging/index.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import { nestedFiles, linkHiddenPictures } from '../attachments.ts';
import { presentAgreement, nestedAgreement } from '../agreements/queries.ts';
import { presentBid, nestedBids } from '../bids/queries.ts';
import { selectPersonRatings, nestedPendingRating, nestedReviews, presentReviews } from '../reviews/reviews.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';
import { NOT_TAKEN_DOWN, visibleTo } from './changes.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';

/** Condition for a user's problems as listed to a viewer. Only the poster's own list contains closed and taken-down ones. */
export function isListedProblem(posterId: string, viewerId: string | undefined): SQL | undefined {
  const isListed = viewerId === posterId ? undefined : and(ne(problems.status, 'closed'), NOT_TAKEN_DOWN);
  return and(eq(problems.userId, posterId), isListed);
}

function isBeforeEntry(db: Executor, problemId: string, entryId: string) {
  const entry = db
    .select({ at: problemEvents.at, id: problemEvents.id })
    .from(problemEvents)
    .where(and(eq(problemEvents.id, entryId), eq(problemEvents.problemId, problemId)));
  return sql`(${problemEvents.at}, ${problemEvents.id}) < (${entry})`;
}

const { id: _id, event, at, times, budgetBefore, budgetAfter } = problemEvents;
const person = PERSON_COLUMNS;
const ENTRY_COLUMNS = { _id, event, person, at, times, budgetBefore, budgetAfter };

type EntryRow = SelectResultFields<typeof ENTRY_COLUMNS>;

function presentEntry({ budgetBefore: before, budgetAfter: after, ...entry }: EntryRow): TimelineEntry {
  const budget = before === null || after === null ? {} : { budget: { before, after } };
  return { ...toIsoDates(entry), ...budget };
}

/** Selects the latest entries of the outer query's problem, and one more if there are earlier ones. */
const nestedEntries = (db: Executor, condition: SQL | undefined) =>
  nestedRows(ENTRY_COLUMNS, (column) =>
    db
      .select(column)
      .from(problemEvents)
      .innerJoin(users, eq(users.id, problemEvents.personId))
      .where(and(eq(problemEvents.problemId, problems.id), condition))
      .orderBy(desc(problemEvents.at), desc(problemEvents.id))
      .limit(PAGE_SIZES.timeline + 1),
  );

/**
 * Converts a timeline, oldest entry first. If it has no `posted` entry, because the problem is older than stored events, adds one
 * for its creation.
 */
function presentTimeline(
  problem: Pick<ProblemCard, '_id' | 'createdAt' | 'user'>,
  rows: EntryRow[],
  isLatest: boolean,
): TimelineResponse {
  const hasEarlierEvents = rows.length > PAGE_SIZES.timeline;
  const timeline = rows.slice(0, PAGE_SIZES.timeline).toReversed().map(presentEntry);
  if (hasEarlierEvents || !isLatest || timeline.some((entry) => entry.event === 'posted')) return { timeline, hasEarlierEvents };
  const posted = {
    _id: problem._id,
    event: 'posted',
    person: problem.user,
    at: problem.createdAt.toISOString(),
    times: 1,
  } as const;
  return { timeline: [posted, ...timeline], hasEarlierEvents };
}

/**
 * Finds a page of the timeline. @throws AppError `not_found` if the viewer cannot read the problem
 * @param entryId lists entries before this one; an unknown id results in an empty page
 */
export async function findTimeline(
  db: Executor,
  problemId: string,
  viewerId: string | undefined,
  entryId?: string,
): Promise<TimelineResponse> {
  const [problem] = await db
    .select({
      _id: problems.id,
      createdAt: problems.createdAt,
      user: person,
      entries: nestedEntries(db, entryId === undefined ? undefined : isBeforeEntry(db, problemId, entryId)),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, problemId), visibleTo(db, viewerId)));
  if (problem === undefined) throw notFound('This problem');
  return presentTimeline(problem, problem.entries, entryId === undefined);
}

/** Selects the accepted bid for the poster, and own bids for others. */
const nestedVisibleBids = (db: Executor, viewerId: SQLWrapper, now: SQLWrapper) =>
  nestedBids(
    db,
    or(
      and(eq(problems.userId, viewerId), eq(bids.status, 'accepted')),
      and(ne(problems.userId, viewerId), eq(bids.solverId, viewerId)),
    ),
    now,
  );

/** Selects what readers learn about the outer query's poster, as on their profile (product 2.57). */
function posterColumns(db: Executor) {
  const posted = and(eq(problems.userId, users.id), NOT_TAKEN_DOWN);
  return {
    memberSince: users.createdAt,
    isDeleted: sql<boolean>`${isNotNull(users.deletedAt)}`,
    problemsPosted: db.$count(problems, posted),
    hired: db.$count(problems, and(posted, inArray(problems.status, ['in-progress', 'solved']))),
    replyMinutes: REPLY_MINUTES,
  };
}

const detailStatement = memoizeStatement((db, name) => {
  const [id, viewerId, now] = [sql.placeholder('id'), sql.placeholder('viewerId'), sql.placeholder('now')];
  const ratings = selectPersonRatings(db, now);
  return db
    .select({
      ...cardColumns(db, viewerId),
      posterRating: { rating: ratings.rating, ratingCount: ratings.ratingCount },
      poster: posterColumns(db),
      body: problems.body,
      updatedAt: problems.updatedAt,
      viewCount: problemViews.count,
      attachments: nestedFiles(db, 'attachment', problems.id),
      entries: nestedEntries(db, undefined),
      bids: nestedVisibleBids(db, viewerId, now),
      reviews: nestedReviews(db, viewerId, now),
      ratingsDue: nestedPendingRating(db, viewerId, now),
      agreements: nestedAgreement(db, viewerId),
      takeDowns: nestedTakeDown(db, problems.id),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .crossJoinLateral(ratings)
    .leftJoin(problemViews, eq(problemViews.problemId, problems.id))
    .where(and(eq(problems.id, id), visibleTo(db, viewerId)))
    .prepare(name);
});

/**
 * Finds a problem with everything that its page shows to the viewer (product 3.7). @param viewerId undefined for visitors
 * @throws AppError `not_found`
 */
export async function findProblem(
  { db, fileLinks }: Pick<Deps, 'db' | 'fileLinks'>,
  id: string,
  viewerId?: string,
): Promise<Problem> {
  const [row] = await detailStatement(db, 'problem').execute({ id, viewerId: viewerId ?? null, now: new Date() });
  if (row === undefined) throw notFound('This problem');
  const { linkTo } = fileLinks;
  const bidsOfProblem = row.bids.map((bid) => presentBid(bid, linkTo));
  const [agreement] = row.agreements;
  const isTakenDown = row.takeDowns.length > 0;
  return {
    // The response's schema leaves out the other columns.
    ...toIsoDates(row),
    body: isTakenDown ? (await linkHiddenPictures({ db, linkTo }, row._id))(row.body) : row.body,
    viewCount: row.viewCount ?? 0,
    posterRecord: row.poster.isDeleted ? null : toIsoDates(row.poster),
    // Files of a taken-down problem need signed links.
    attachments: row.attachments.map((file) => ({ ...file, url: isTakenDown ? linkTo(file._id) : fileUrl(file._id) })),
    ...presentTimeline(row, row.entries, true),
    myBid: bidsOfProblem.find(({ solver }) => solver._id === viewerId) ?? null,
    acceptedBid: bidsOfProblem.find(({ status }) => status === 'accepted') ?? null,
    agreement: agreement === undefined ? null : presentAgreement(agreement, linkTo),
    ...presentReviews(row.reviews, row.ratingsDue),
    ...presentTakeDown(row.takeDowns),
  };
}
