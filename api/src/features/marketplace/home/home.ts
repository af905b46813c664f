import { getCategories, HOME } from '@solvent/contracts';
import type { HomeResponse } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import { homeResponse } from '@solvent/contracts/schemas';
import { and, asc, desc, eq, exists, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { PERSON_COLUMNS, requireCaller, toIsoDates } from '../../accounts/index.ts';
import { hasBid } from '../bids/queries.ts';
import type { Deps } from '../deps.ts';
import { bids, comments, problems, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { buildNextSteps } from './next-steps.ts';
import {
  isOpenQuestion,
  nestedRatings,
  nestedWork,
  presentRating,
  presentWork,
  PROBLEM_COLUMNS,
  updateColumns,
  updateConditions,
} from '../problems/work.ts';
import { NOT_TAKEN_DOWN } from '../problems/changes.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { TOTAL_COUNT, nestedRows, ONE_ROW } from '../../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';

const isOwnOpen = (posterId: SQLWrapper) => and(eq(problems.userId, posterId), eq(problems.status, 'open'), NOT_TAKEN_DOWN);

/**
 * Selects the poster's open problems: first those with new bids, then those with pending bids or open questions, then the rest.
 * Each subquery selects only as many rows as are still missing, so PostgreSQL reads few rows.
 */
function selectProblemIds(db: Executor, viewerId: SQLWrapper): SQL {
  const { isNew, isWaiting } = updateConditions(db);
  const newest = (condition: SQL, limit: SQL) =>
    sql`SELECT ${problems.id} FROM ${problems} WHERE ${and(isOwnOpen(viewerId), condition)} ORDER BY ${problems.createdAt} DESC, ${problems.id} DESC LIMIT ${limit}`;
  const max = sql`${HOME.listMax}::int`;
  return sql`(
    WITH fresh AS MATERIALIZED (${newest(isNew, max)}),
      waiting AS MATERIALIZED (${newest(sql`NOT ${isNew} AND ${isWaiting}`, sql`${max} - (SELECT count(*) FROM fresh)`)}),
      rest AS MATERIALIZED (${newest(
        sql`NOT ${isNew} AND NOT ${isWaiting}`,
        sql`${max} - (SELECT count(*) FROM fresh) - (SELECT count(*) FROM waiting)`,
      )})
    SELECT id, 1 AS priority FROM fresh UNION ALL SELECT id, 2 FROM waiting UNION ALL SELECT id, 3 FROM rest)`;
}

const nestedProblems = (db: Executor, viewerId: SQLWrapper) =>
  nestedRows({ ...PROBLEM_COLUMNS, budget: problems.budget, createdAt: problems.createdAt, ...updateColumns(db) }, (column) =>
    db
      .select(column)
      .from(sql`${selectProblemIds(db, viewerId)} AS chosen`)
      .innerJoin(problems, eq(problems.id, sql`chosen.id`))
      .orderBy(sql`chosen.priority`, desc(problems.createdAt), desc(problems.id)),
  );

/** Selects questions, oldest first. Each row contains the total count. */
function nestedQuestions(db: Executor, viewerId: SQLWrapper) {
  const { id, content, createdAt } = comments;
  const author = PERSON_COLUMNS;
  const isOwnUnfinished = and(eq(problems.userId, viewerId), inArray(problems.status, ['open', 'in-progress']), NOT_TAKEN_DOWN);
  const first = db
    .select({ id, total: TOTAL_COUNT })
    .from(problems)
    .innerJoin(comments, eq(comments.problemId, problems.id))
    .where(and(isOwnUnfinished, isOpenQuestion(db, viewerId)))
    .orderBy(asc(createdAt), asc(id))
    .limit(HOME.listMax)
    .as('first');
  return nestedRows({ total: first.total, _id: id, problem: PROBLEM_COLUMNS, author, content, createdAt }, (column) =>
    db
      .select(column)
      .from(first)
      .innerJoin(comments, eq(comments.id, first.id))
      .innerJoin(problems, eq(problems.id, comments.problemId))
      .innerJoin(users, eq(users.id, comments.authorId))
      .orderBy(asc(createdAt), asc(id)),
  );
}

/** Excludes bids on taken-down problems. */
const isOwnPendingBid = (db: Executor, solverId: SQLWrapper) => {
  const visible = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.id, bids.problemId), NOT_TAKEN_DOWN));
  return and(eq(bids.solverId, solverId), eq(bids.status, 'pending'), exists(visible));
};

const nestedPendingBids = (db: Executor, viewerId: SQLWrapper) => {
  const { id, amount, estimatedDays, createdAt } = bids;
  const problem = { ...PROBLEM_COLUMNS, budget: problems.budget, bidCount: problems.bidCount };
  return nestedRows({ _id: id, amount, estimatedDays, createdAt, problem }, (column) =>
    db
      .select(column)
      .from(bids)
      .innerJoin(problems, eq(problems.id, bids.problemId))
      .where(isOwnPendingBid(db, viewerId))
      .orderBy(desc(bids.createdAt), desc(bids.id))
      .limit(HOME.listMax),
  );
};

/** Newest open problems in the viewer's areas without a bid of the viewer. Unnamed: the plan depends on how common the areas are. */
const matchesStatement = memoizeStatement((db, name) => {
  const viewerId = sql`${sql.placeholder('viewerId')}::uuid`;
  const { category, tags, bidCount, budget, createdAt } = problems;
  const isInArea = or(
    hasAnyTag(problems.tagKeys, sql.placeholder('areas')),
    sql`${category} = ANY(${sql.placeholder('categories')}::text[])`,
  );
  return db
    .select({ ...PROBLEM_COLUMNS, category, tags, bidCount, budget, createdAt })
    .from(problems)
    .where(
      and(
        eq(problems.status, 'open'),
        NOT_TAKEN_DOWN,
        isInArea,
        ne(problems.userId, viewerId),
        not(hasBid(db, problems.id, viewerId)),
      ),
    )
    .orderBy(desc(createdAt), desc(problems.id))
    .limit(HOME.listMax)
    .prepare(name);
});

/** One prepared statement, because planning takes as long as executing. */
const homeStatement = memoizeStatement((db, name) => {
  const viewerId = sql`${sql.placeholder('viewerId')}::uuid`;
  const now = sql.placeholder('now');
  // Inlined statuses let the generic plan use partial indexes.
  return db
    .select({
      work: nestedWork(db, viewerId, now, HOME.listMax).inlineParams(),
      problems: nestedProblems(db, viewerId).inlineParams(),
      questions: nestedQuestions(db, viewerId).inlineParams(),
      bids: nestedPendingBids(db, viewerId).inlineParams(),
      ratings: nestedRatings(db, viewerId, now, HOME.listMax).inlineParams(),
      openTotal: db.$count(problems, isOwnOpen(viewerId)).inlineParams(),
      pendingTotal: db.$count(bids, isOwnPendingBid(db, viewerId)).inlineParams(),
      posted: db.$count(problems, eq(problems.userId, viewerId)),
      bid: db.$count(bids, eq(bids.solverId, viewerId)),
    })
    .from(ONE_ROW)
    .prepare(name);
});

const getTotal = ([first]: { total: number }[]): number => first?.total ?? 0;

async function readMatches(db: Db, { id: viewerId, expertiseAreas }: Pick<UserRow, 'id' | 'expertiseAreas'>) {
  if (expertiseAreas.length === 0) return [];
  const areas = expertiseAreas.map((area) => area.toLowerCase());
  return matchesStatement(db, '').execute({ viewerId, areas, categories: getCategories(expertiseAreas) });
}

/** Reads the home page (product 2.49). */
async function readHome(db: Db, viewer: Pick<UserRow, 'id' | 'expertiseAreas'>): Promise<HomeResponse> {
  const now = new Date();
  const [[found], matching] = await Promise.all([
    homeStatement(db, 'home').execute({ viewerId: viewer.id, now: now.toISOString() }),
    readMatches(db, viewer),
  ]);
  if (found === undefined) throw new Error('The home query returned no row');
  const work = found.work.map((row) => presentWork(row, viewer.id));
  const own = found.problems.map(toIsoDates);
  const questions = found.questions.map(({ content, total: _all, ...question }) => ({
    ...toIsoDates(question),
    content: summarize(content, HOME.questionMax),
  }));
  const ratings = found.ratings.map(presentRating);
  return {
    next: buildNextSteps({ work, problems: own, questions, ratings }, now),
    work: work.map(({ isChangeProposed: _change, isViewMissing: _view, ...shown }) => shown),
    problems: own,
    questions,
    bids: found.bids.map(toIsoDates),
    matches: matching.map(toIsoDates),
    ratings,
    totals: {
      work: getTotal(found.work),
      openProblems: found.openTotal,
      questions: getTotal(found.questions),
      pendingBids: found.pendingTotal,
      posted: found.posted,
      bid: found.bid,
    },
  };
}

/** GET /home (product 7.19). */
export const homeFeature: Feature<Deps> = (app, { db }) => {
  app.get('/home', { config: { access: 'signed-in' }, schema: { tags: ['home'], response: { 200: homeResponse } } }, (request) =>
    readHome(db, requireCaller(request).user),
  );
};
