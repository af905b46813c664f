import type { BidFacts, BidStatus, MyBidsResponse, PersonRating, Problem, StoredFile } from '@solvent/contracts';
import type { bidsQueryRules } from '@solvent/contracts/rules/queries';
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { InferType } from 'yup';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { REPLY_MINUTES } from '../../messaging/service.ts';
import { agreements } from '../agreements/schema.ts';
import { nestedFiles } from '../attachments.ts';
import { findMatchingAreas } from '../matching.ts';
import { UNCONFIRMED_SINCE } from '../problems/rewrites.ts';
import { visibleTo } from '../problems/visibility.ts';
import { bids, problems } from '../schema.ts';
import type { BidRow, ProblemRow } from '../schema.ts';
import { personRatings, countSolvedForOthers } from '../service.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';

/** A bid with its files and whose it is, with what others say of them. */
export interface BidWithSolver extends PersonRating {
  bid: BidRow;
  files: Omit<StoredFile, 'url'>[];
  solver: Pick<UserRow, 'id' | 'name' | 'image'>;
  unconfirmedSince: string | null;
}

type Ratings = ReturnType<typeof personRatings>;

const columnsWith = (db: Executor, { rating, ratingCount }: Ratings) => ({
  bid: getTableColumns(bids),
  solver: { id: users.id, name: users.name, image: users.image },
  unconfirmedSince: UNCONFIRMED_SINCE,
  files: nestedFiles(db, 'bid', bids.id),
  rating,
  ratingCount,
});

/** A query for bids as `presentBid` takes them; conditions and order are the caller's. */
export function bidsWithSolver(db: Executor, now = new Date()) {
  const ratings = personRatings(db, now);
  return db
    .select(columnsWith(db, ratings))
    .from(bids)
    .innerJoin(users, eq(users.id, bids.solverId))
    .crossJoinLateral(ratings)
    .$dynamic();
}

/** Some of the bids on the problem of the query around it, the latest first, as one column. */
export function nestedBids(db: Executor, which: SQL | undefined, now: SQLWrapper): SQL<BidWithSolver[]> {
  const ratings = personRatings(db, now);
  return nestedRows(columnsWith(db, ratings), (column) =>
    db
      .select(column)
      .from(bids)
      .innerJoin(users, eq(users.id, bids.solverId))
      .crossJoinLateral(ratings)
      .where(and(eq(bids.problemId, problems.id), which))
      .orderBy(desc(bids.createdAt), desc(bids.id)),
  );
}

/** What a bid is for, and who posted it. */
interface BidProblem {
  problem: Pick<ProblemRow, 'id' | 'title' | 'status' | 'budget'>;
  poster: Pick<UserRow, 'id' | 'name' | 'image'>;
}

/** Somebody's bid with the problem that it is for. */
export type OwnBid = BidWithSolver & BidProblem;

/** Which of somebody's bids. */
export type OwnBidsQuery = Omit<InferType<typeof bidsQueryRules>, 'problemId'>;

const withStatus = (status: BidStatus | undefined) => (status === undefined ? undefined : eq(bids.status, status));

type Asked = Pick<Problem, 'tags' | 'category'>;

/** What the poster of a problem may know of those who bid on it, by their ids: one statement for them all. */
async function factsOf(db: Db, asked: Asked, found: BidWithSolver[]): Promise<Map<string, Omit<BidFacts, 'shortlisted'>>> {
  const ids = [...new Set(found.map(({ solver }) => solver.id))];
  const rows = await db
    .select({
      id: users.id,
      areas: users.expertiseAreas,
      solvedCount: countSolvedForOthers(db),
      replyMinutes: REPLY_MINUTES,
    })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, areas, ...facts }) => [id, { ...facts, matchingAreas: findMatchingAreas(areas, asked) }]));
}

/** A bid with what helps to choose it. */
export type WeighedBid = BidWithSolver & { facts?: BidFacts };

async function weigh(db: Db, asked: Asked, found: BidWithSolver[]): Promise<WeighedBid[]> {
  if (found.length === 0) return found;
  const facts = await factsOf(db, asked, found);
  return found.map((one) => {
    const { solvedCount = 0, matchingAreas: matching = [], replyMinutes = null } = facts.get(one.solver.id) ?? {};
    return { ...one, facts: { shortlisted: one.bid.shortlisted, solvedCount, matchingAreas: matching, replyMinutes } };
  });
}

/**
 * A problem's bids as a viewer may see them: all, pending ones first and with facts, for its poster; own ones for a solver; none
 * for others.
 */
export async function bidsOfProblem(
  db: Db,
  problemId: string,
  viewerId: string | undefined,
  status?: BidStatus,
): Promise<{ bids: WeighedBid[]; count: number } | undefined> {
  const [problem] = await db
    .select({ posterId: problems.userId, count: problems.bidCount, tags: problems.tags, category: problems.category })
    .from(problems)
    .where(and(eq(problems.id, problemId), visibleTo(db, viewerId)));
  if (problem === undefined) return undefined;
  if (viewerId === undefined) return { bids: [], count: problem.count };
  const seen = viewerId === problem.posterId ? undefined : eq(bids.solverId, viewerId);
  const found = await bidsWithSolver(db)
    .where(and(eq(bids.problemId, problemId), seen, withStatus(status)))
    .orderBy(desc(sql`${bids.status} = 'pending'`), desc(bids.createdAt), desc(bids.id));
  return { bids: seen === undefined ? await weigh(db, problem, found) : found, count: problem.count };
}

/** Each problem with whose it is. */
async function problemsOf(db: Db, ids: string[]): Promise<Map<string, BidProblem>> {
  const rows = await db
    .select({
      problem: { id: problems.id, title: problems.title, status: problems.status, budget: problems.budget },
      poster: { id: users.id, name: users.name, image: users.image },
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(inArray(problems.id, ids));
  return new Map(rows.map((row) => [row.problem.id, row]));
}

/** A page of somebody's own bids, newest first. */
export async function ownBids(db: Db, solverId: string, { status, page, limit }: OwnBidsQuery): Promise<OwnBid[]> {
  const found = await bidsWithSolver(db)
    .where(and(eq(bids.solverId, solverId), withStatus(status)))
    .orderBy(desc(bids.createdAt), desc(bids.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const about = await problemsOf(
    db,
    found.map(({ bid }) => bid.problemId),
  );
  return found.flatMap((own) => {
    const its = about.get(own.bid.problemId);
    return its === undefined ? [] : [{ ...own, ...its }];
  });
}

/** How many bids of each state somebody has, and of all; and what those come to that wait or were accepted. */
export async function countOwnBids(db: Db, solverId: string): Promise<Pick<MyBidsResponse, 'counts' | 'sums'>> {
  const rows = await db
    .select({
      status: bids.status,
      count: sql<number>`count(*)::int`,
      // What was agreed on since holds in place of what was offered.
      sum: sql<number>`sum(coalesce(${agreements.amount}, ${bids.amount}))::float8`,
    })
    .from(bids)
    .leftJoin(agreements, eq(agreements.bidId, bids.id))
    .where(eq(bids.solverId, solverId))
    .groupBy(bids.status);
  const counts = { all: 0, pending: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  const sumOf = (state: BidStatus) => rows.find(({ status }) => status === state)?.sum ?? 0;
  return { counts, sums: { pending: sumOf('pending'), accepted: sumOf('accepted') } };
}
