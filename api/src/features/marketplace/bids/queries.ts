import type { BidFacts, BidStatus, MyBidsResponse, Problem, Bid, MyBid } from '@solvent/contracts';
import type { bidsQueryRules } from '@solvent/contracts/rules/queries';
import { foldText } from '@solvent/contracts/search';
import { and, desc, eq, exists, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { InferType } from 'yup';
import { agreements, bids, problems, users } from '../../../schema/index.ts';
import { REPLY_MINUTES } from '../../messaging/index.ts';
import { nestedFiles } from '../attachments.ts';
import { findMatchingAreas } from '../matching.ts';
import { UNCONFIRMED_SINCE } from '../problems/rewrites.ts';
import { findVisibleProblem } from '../problems/changes.ts';
import { selectPersonRatings, countSolvedForOthers } from '../reviews/reviews.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { contains } from '../../../platform/db/contains-text.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { PERSON_COLUMNS, toIsoDates } from '../../accounts/index.ts';
import type { FileLinks } from '../../files/index.ts';

const getColumns = (db: Executor, { rating, ratingCount }: ReturnType<typeof selectPersonRatings>) => ({
  ...getTableColumns(bids),
  _id: bids.id,
  solver: { ...PERSON_COLUMNS, rating, ratingCount },
  unconfirmedSince: UNCONFIRMED_SINCE,
  files: nestedFiles(db, 'bid', bids.id),
});

/** Builds a query for `presentBid` without conditions and order. */
export function selectBids(db: Executor) {
  const ratings = selectPersonRatings(db);
  return db
    .select(getColumns(db, ratings))
    .from(bids)
    .innerJoin(users, eq(users.id, bids.solverId))
    .crossJoinLateral(ratings)
    .$dynamic();
}

export type BidWithSolver = Awaited<ReturnType<typeof selectBids>>[number];

/** Selects bids on the problem of the outer query as a column, latest first. */
export function nestedBids(db: Executor, filter: SQL | undefined, now: SQLWrapper) {
  const ratings = selectPersonRatings(db, now);
  return nestedRows(getColumns(db, ratings), (column) =>
    db
      .select(column)
      .from(bids)
      .innerJoin(users, eq(users.id, bids.solverId))
      .crossJoinLateral(ratings)
      .where(and(eq(bids.problemId, problems.id), filter))
      .orderBy(desc(bids.createdAt), desc(bids.id)),
  );
}

/** Selects whether a solver has bid on a problem. */
export const hasBid = (db: Executor, problemId: string | SQLWrapper, solverId: string | SQLWrapper): SQL =>
  exists(
    db
      .select({ id: bids.id })
      .from(bids)
      .where(and(eq(bids.problemId, problemId), eq(bids.solverId, solverId))),
  );

export type OwnBidsQuery = Omit<InferType<typeof bidsQueryRules>, 'problemId'>;

type BidWithFacts = BidWithSolver & { facts?: BidFacts };

async function addFacts(db: Db, problem: Pick<Problem, 'tags' | 'category'>, found: BidWithSolver[]): Promise<BidWithFacts[]> {
  if (found.length === 0) return found;
  const ids = [...new Set(found.map(({ solver }) => solver._id))];
  const rows = await db
    .select({
      id: users.id,
      areas: users.expertiseAreas,
      solvedCount: countSolvedForOthers(db),
      replyMinutes: REPLY_MINUTES,
    })
    .from(users)
    .where(inArray(users.id, ids));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return found.map((bid) => {
    const { solvedCount = 0, areas = [], replyMinutes = null } = rowById.get(bid.solver._id) ?? {};
    const matchingAreas = findMatchingAreas(areas, problem);
    return { ...bid, facts: { shortlisted: bid.shortlisted, solvedCount, matchingAreas, replyMinutes } };
  });
}

/** Lists all bids with facts for the poster, and own ones for solvers. @throws AppError `not_found` */
export async function listProblemBids(
  db: Db,
  problemId: string,
  viewerId: string | undefined,
  status?: BidStatus,
): Promise<{ bids: BidWithFacts[]; count: number }> {
  const problem = await findVisibleProblem(db, problemId, viewerId);
  if (viewerId === undefined) return { bids: [], count: problem.bidCount };
  const isOwn = viewerId === problem.userId ? undefined : eq(bids.solverId, viewerId);
  const found = await selectBids(db)
    .where(and(eq(bids.problemId, problemId), isOwn, status && eq(bids.status, status)))
    .orderBy(desc(sql`${bids.status} = 'pending'`), desc(bids.createdAt), desc(bids.id));
  return { bids: isOwn === undefined ? await addFacts(db, problem, found) : found, count: problem.bidCount };
}

const posters = alias(users, 'posters');

function matchesSearch(search = ''): SQL | undefined {
  const part = foldText(search).trim();
  if (part === '') return search === '' ? undefined : sql`false`;
  return or(contains(problems.title, part), contains(posters.name, part));
}

function buildOwnOrder(sort: OwnBidsQuery['sort']): SQL[] {
  const isAccepted = sql`${bids.status} = 'accepted'`;
  const leading = {
    accepted: [desc(sql`(${isAccepted} AND ${problems.status} = 'in-progress')`), desc(sql`(${isAccepted})`)],
    newest: [],
    amount: [desc(bids.amount)],
  };
  return [...leading[sort], desc(bids.createdAt), desc(bids.id)];
}

/** Lists the bids of a solver. Ids are chosen first, so that nothing else is read for bids on other pages. */
export function listOwnBids(db: Db, solverId: string, { status, search, sort, page, limit }: OwnBidsQuery) {
  const ratings = selectPersonRatings(db);
  const order = buildOwnOrder(sort);
  const ids = db
    .select({ id: bids.id })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .innerJoin(posters, eq(posters.id, problems.userId))
    .where(and(eq(bids.solverId, solverId), status && eq(bids.status, status), matchesSearch(search)))
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  return db
    .select({
      ...getColumns(db, ratings),
      problem: { _id: problems.id, title: problems.title, status: problems.status, budget: problems.budget },
      poster: { _id: posters.id, name: posters.name, image: posters.image },
      agreedAmount: agreements.amount,
    })
    .from(bids)
    .leftJoin(agreements, and(eq(agreements.bidId, bids.id), ne(agreements.status, 'ended')))
    .innerJoin(users, eq(users.id, bids.solverId))
    .crossJoinLateral(ratings)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .innerJoin(posters, eq(posters.id, problems.userId))
    .where(inArray(bids.id, ids))
    .orderBy(...order);
}

type OwnBid = Awaited<ReturnType<typeof listOwnBids>>[number];

/** Counts the bids that match a search; the sums are of all bids. */
export async function countOwnBids(
  db: Db,
  solverId: string,
  search: string | undefined,
): Promise<Pick<MyBidsResponse, 'counts' | 'sums'>> {
  const matching = matchesSearch(search) ?? sql`true`;
  const rows = await db
    .select({
      status: bids.status,
      count: sql<number>`(count(*) FILTER (WHERE ${matching}))::int`,
      // An agreement may have changed the amount.
      sum: sql<number>`sum(coalesce(${agreements.amount}, ${bids.amount}))::float8`,
    })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .innerJoin(posters, eq(posters.id, problems.userId))
    .leftJoin(agreements, eq(agreements.bidId, bids.id))
    .where(eq(bids.solverId, solverId))
    .groupBy(bids.status);
  const counts = { all: 0, pending: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  const getSum = (state: BidStatus) => rows.find(({ status }) => status === state)?.sum ?? 0;
  return { counts, sums: { pending: getSum('pending'), accepted: getSum('accepted') } };
}

type LinkTo = FileLinks['linkTo'];

/** Converts a bid for its seeker and its solver; no one else may see it. The response's schema leaves out the other columns. */
export const presentBid = ({ files, ...bid }: BidWithSolver, linkTo: LinkTo): Bid => ({
  ...toIsoDates(bid),
  files: files.map((file) => ({ ...file, url: linkTo(file._id) })),
});

export const presentOwnBid = ({ problem, poster, ...own }: OwnBid, linkTo: LinkTo): MyBid => ({
  ...presentBid(own, linkTo),
  problem: { ...problem, user: poster },
});
