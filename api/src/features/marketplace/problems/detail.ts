import { PAGE_SIZES } from '@solvent/contracts';
import type { PersonSummary, Problem, StoredFile, TimelineAnswer } from '@solvent/contracts';
import { and, asc, desc, eq, exists, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import { fileUrl } from '../../files/service.ts';
import { files } from '../../files/schema.ts';
import { presentBid } from '../bids/presenter.ts';
import { bidsWithSolver } from '../bids/queries.ts';
import { personRatings } from '../service.ts';
import type { ProblemDetail } from './presenter.ts';
import { CARD_COLUMNS } from './keyset.ts';
import { reviewsFor } from '../reviews/queries.ts';
import { bids, problemEvents, problemFiles, problemViews, problems, savedProblems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';

/** Somebody's problems as `viewerId` may list them: closed ones are their poster's own business. */
export function problemsOf(posterId: string, viewerId: string | undefined): SQL | undefined {
  return and(eq(problems.userId, posterId), viewerId === posterId ? undefined : ne(problems.status, 'closed'));
}

/** A poster who looks at their own problem is no reader. */
export const isReader = (viewerId: string | undefined, posterId: string): boolean => viewerId !== posterId;

/** A problem's files, in their poster's order. */
async function attachmentsOf(db: Executor, problemId: string): Promise<StoredFile[]> {
  const rows = await db
    .select({ _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType })
    .from(problemFiles)
    .innerJoin(files, eq(files.id, problemFiles.fileId))
    .where(eq(problemFiles.problemId, problemId))
    .orderBy(asc(problemFiles.position));
  return rows.map((row) => ({ ...row, url: fileUrl(row._id) }));
}

/** A problem as far as its timeline needs it. */
interface Told {
  id: string;
  createdAt: Date;
  poster: { id: string; name: string; image: string | null };
}

/** What stands before an entry, wherever that stands by now. */
function before(db: Executor, problemId: string, entryId: string) {
  const entry = db
    .select({ at: problemEvents.at, id: problemEvents.id })
    .from(problemEvents)
    .where(and(eq(problemEvents.id, entryId), eq(problemEvents.problemId, problemId)));
  return sql`(${problemEvents.at}, ${problemEvents.id}) < (${entry})`;
}

const personOf = ({ id, name, image }: Told['poster']): PersonSummary => ({ _id: id, name, image });

/**
 * The latest of what happened to a problem, or what came before one of its entries; oldest first. One from before there were events
 * began when it was stored.
 * @param entryId of an entry; none of this problem has it: there is nothing before it
 */
export async function timelineOf(db: Executor, problem: Told, entryId?: string): Promise<TimelineAnswer> {
  const rows = await db
    .select({
      _id: problemEvents.id,
      event: problemEvents.event,
      person: { _id: users.id, name: users.name, image: users.image },
      at: problemEvents.at,
      times: problemEvents.times,
    })
    .from(problemEvents)
    .innerJoin(users, eq(users.id, problemEvents.personId))
    .where(and(eq(problemEvents.problemId, problem.id), entryId === undefined ? undefined : before(db, problem.id, entryId)))
    .orderBy(desc(problemEvents.at), desc(problemEvents.id))
    .limit(PAGE_SIZES.timeline + 1);
  const hasEarlierEvents = rows.length > PAGE_SIZES.timeline;
  const shown = rows.slice(0, PAGE_SIZES.timeline).toReversed();
  const timeline = shown.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  if (hasEarlierEvents || entryId !== undefined || timeline.some(({ event }) => event === 'posted'))
    return { timeline, hasEarlierEvents };
  const posted = {
    _id: problem.id,
    event: 'posted',
    person: personOf(problem.poster),
    at: problem.createdAt.toISOString(),
    times: 1,
  } as const;
  return { timeline: [posted, ...timeline], hasEarlierEvents };
}

/** The bids on a problem that its page shows: the viewer's latest, and the accepted one to the poster and its solver. */
async function bidsFor(
  db: Executor,
  { id, posterId }: { id: string; posterId: string },
  viewerId: string | undefined,
): Promise<Pick<Problem, 'myBid' | 'acceptedBid'>> {
  if (viewerId === undefined) return { myBid: null, acceptedBid: null };
  const accepted = eq(bids.status, 'accepted');
  const own = eq(bids.solverId, viewerId);
  const rows = await bidsWithSolver(db)
    .where(and(eq(bids.problemId, id), viewerId === posterId ? accepted : own))
    .orderBy(desc(bids.createdAt), desc(bids.id));
  const found = rows.map(presentBid);
  return {
    myBid: found.find(({ solver }) => solver._id === viewerId) ?? null,
    acceptedBid: found.find(({ status }) => status === 'accepted') ?? null,
  };
}

/** The problem itself: undefined if there is none. */
async function findRow(db: Executor, id: string, viewerId: string | undefined) {
  const saves = db.select({ id: savedProblems.problemId }).from(savedProblems);
  const savedBy = (userId: string) =>
    exists(saves.where(and(eq(savedProblems.problemId, problems.id), eq(savedProblems.userId, userId))));
  const ratings = personRatings(db);
  const found = await db
    .select({
      ...CARD_COLUMNS,
      posterRating: { rating: ratings.rating, ratingCount: ratings.ratingCount },
      body: problems.body,
      updatedAt: problems.updatedAt,
      solvedAt: problems.solvedAt,
      viewCount: problemViews.count,
      savedByMe: viewerId === undefined ? sql<boolean>`false` : sql<boolean>`${savedBy(viewerId)}`,
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .crossJoinLateral(ratings)
    .leftJoin(problemViews, eq(problemViews.problemId, problems.id))
    .where(eq(problems.id, id));
  return found[0];
}

/**
 * A problem with all that its page shows to this viewer (api "Entities"); undefined if there is none.
 * @param viewerId who looks; absent for the signed-out
 */
export async function findProblem(db: Executor, id: string, viewerId?: string): Promise<ProblemDetail | undefined> {
  const row = await findRow(db, id, viewerId);
  if (row === undefined) return undefined;
  const { poster, solvedAt, ...rest } = row;
  const seenBids = await bidsFor(db, { id, posterId: poster.id }, viewerId);
  return {
    ...rest,
    poster,
    attachments: await attachmentsOf(db, id),
    ...(await timelineOf(db, row)),
    ...seenBids,
    ...(await reviewsFor(db, { id, status: row.status, posterId: poster.id, solvedAt }, seenBids.acceptedBid, viewerId)),
  };
}

/** Counts one reader. */
export async function countView(db: Executor, problemId: string): Promise<void> {
  await db
    .insert(problemViews)
    .values({ problemId, count: 1 })
    .onConflictDoUpdate({ target: problemViews.problemId, set: { count: sql`${problemViews.count} + 1` } });
}

/** How many problems of each category are open. */
export async function countOpen(db: Executor): Promise<Map<string, number>> {
  const rows = await db
    .select({ category: problems.category, count: sql<number>`count(*)::int` })
    .from(problems)
    .where(eq(problems.status, 'open'))
    .groupBy(problems.category);
  return new Map(rows.map(({ category, count }) => [category, count]));
}
