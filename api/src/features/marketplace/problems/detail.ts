import { PAGE_SIZES } from '@solvent/contracts';
import type { TimelineResponse, TimelineEntry } from '@solvent/contracts';
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { presentPerson } from '../../accounts/service.ts';
import { fileUrl } from '../../files/service.ts';
import { nestedFiles } from '../attachments.ts';
import { presentAgreement } from '../agreements/presenter.ts';
import { nestedAgreement } from '../agreements/queries.ts';
import { presentBid } from '../bids/presenter.ts';
import { nestedBids } from '../bids/queries.ts';
import { personRatings } from '../service.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/service.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemDetail } from './presenter.ts';
import { NOT_TAKEN_DOWN, visibleTo } from './visibility.ts';
import { linkHiddenPictures } from '../text-pictures.ts';
import { nestedPendingRating, nestedReviews, presentReviews } from '../reviews/queries.ts';
import { bids, problemEvents, problemViews, problems } from '../schema.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';

/** The problems of a user that `viewerId` may list: closed ones and taken-down ones are listed for their poster only. */
export function problemsOf(posterId: string, viewerId: string | undefined): SQL | undefined {
  const isListed = viewerId === posterId ? undefined : and(ne(problems.status, 'closed'), NOT_TAKEN_DOWN);
  return and(eq(problems.userId, posterId), isListed);
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

const ENTRY_COLUMNS = {
  _id: problemEvents.id,
  event: problemEvents.event,
  person: { _id: users.id, name: users.name, image: users.image },
  at: problemEvents.at,
  times: problemEvents.times,
  budgetBefore: problemEvents.budgetBefore,
  budgetAfter: problemEvents.budgetAfter,
};

type EntryRow = Omit<TimelineEntry, 'at' | 'budget'> & {
  at: Date;
  budgetBefore: number | null;
  budgetAfter: number | null;
};

function presentEntry({ at, budgetBefore, budgetAfter, ...entry }: EntryRow): TimelineEntry {
  const budget = budgetBefore === null || budgetAfter === null ? {} : { budget: { before: budgetBefore, after: budgetAfter } };
  return { ...entry, at: at.toISOString(), ...budget };
}

/** The latest entries, and one more where there are more, of the problem of the query around it. */
const nestedEntries = (db: Executor, which: SQL | undefined) =>
  nestedRows(ENTRY_COLUMNS, (column) =>
    db
      .select(column)
      .from(problemEvents)
      .innerJoin(users, eq(users.id, problemEvents.personId))
      .where(and(eq(problemEvents.problemId, problems.id), which))
      .orderBy(desc(problemEvents.at), desc(problemEvents.id))
      .limit(PAGE_SIZES.timeline + 1),
  );

/** A timeline's page, oldest first. One from before there were events began when the problem was stored. */
function presentTimeline(problem: Told, rows: EntryRow[], isLatest: boolean): TimelineResponse {
  const hasEarlierEvents = rows.length > PAGE_SIZES.timeline;
  const shown = rows.slice(0, PAGE_SIZES.timeline).toReversed();
  const timeline = shown.map(presentEntry);
  if (hasEarlierEvents || !isLatest || timeline.some(({ event }) => event === 'posted')) return { timeline, hasEarlierEvents };
  const posted = {
    _id: problem.id,
    event: 'posted',
    person: presentPerson(problem.poster),
    at: problem.createdAt.toISOString(),
    times: 1,
  } as const;
  return { timeline: [posted, ...timeline], hasEarlierEvents };
}

/**
 * The latest of what happened to a problem, or what came before one of its entries; oldest first. Undefined if there is no such
 * problem for this viewer.
 * @param entryId of an entry; none of this problem has it: there is nothing before it
 */
export async function timelineOf(
  db: Executor,
  problemId: string,
  viewerId: string | undefined,
  entryId?: string,
): Promise<TimelineResponse | undefined> {
  const [problem] = await db
    .select({
      id: problems.id,
      createdAt: problems.createdAt,
      poster: { id: users.id, name: users.name, image: users.image },
      entries: nestedEntries(db, entryId === undefined ? undefined : before(db, problemId, entryId)),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.id, problemId), visibleTo(db, viewerId)));
  return problem && presentTimeline(problem, problem.entries, entryId === undefined);
}

/** The bids that its page shows of a problem: the accepted one to its poster, their own to others. */
const shownBids = (db: Executor, viewerId: SQLWrapper, now: SQLWrapper) =>
  nestedBids(
    db,
    or(
      and(eq(problems.userId, viewerId), eq(bids.status, 'accepted')),
      and(ne(problems.userId, viewerId), eq(bids.solverId, viewerId)),
    ),
    now,
  );

/** A problem's page in one statement, with its parts as who looks may see them: `viewerId` is null for the signed-out. */
const page = memoizeStatement((db, name) => {
  const [id, viewerId, now] = [sql.placeholder('id'), sql.placeholder('viewerId'), sql.placeholder('now')];
  const ratings = personRatings(db, now);
  return db
    .select({
      ...cardColumns(db, viewerId),
      posterRating: { rating: ratings.rating, ratingCount: ratings.ratingCount },
      body: problems.body,
      updatedAt: problems.updatedAt,
      viewCount: problemViews.count,
      attachments: nestedFiles(db, 'attachment', problems.id),
      entries: nestedEntries(db, undefined),
      bids: shownBids(db, viewerId, now),
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

/** What reading a problem's page takes. */
type DetailDeps = Pick<Deps, 'db' | 'fileLinks'>;

/**
 * A problem with all that its page shows to this viewer (product 3.7); undefined if there is none.
 * @param viewerId who looks; absent for the signed-out
 */
export async function findProblem(
  { db, fileLinks }: DetailDeps,
  id: string,
  viewerId?: string,
): Promise<ProblemDetail | undefined> {
  const [row] = await page(db, 'problem').execute({ id, viewerId: viewerId ?? null, now: new Date() });
  if (row === undefined) return undefined;
  const { entries, bids: shown, reviews, ratingsDue, attachments, agreements, takeDowns, ...rest } = row;
  const seen = shown.map((bid) => presentBid(bid, fileLinks.linkTo));
  const [agreement] = agreements;
  const acceptedBid = seen.find((bid) => bid.status === 'accepted') ?? null;
  const isDown = takeDowns.length > 0;
  const body = isDown ? (await linkHiddenPictures({ db, linkTo: fileLinks.linkTo }, row.id))(row.body) : row.body;
  return {
    ...rest,
    body,
    attachments: attachments.map((file) => ({
      ...file,
      // Files of a taken-down problem are read by links only.
      url: isDown ? fileLinks.linkTo(file._id) : fileUrl(file._id),
    })),
    ...presentTimeline(row, entries, true),
    myBid: seen.find(({ solver }) => solver._id === viewerId) ?? null,
    acceptedBid,
    agreement: agreement === undefined ? null : presentAgreement(agreement, fileLinks.linkTo),
    ...presentReviews(reviews, ratingsDue),
    ...presentTakeDown(takeDowns),
  };
}
