import { categoriesOf, HOME } from '@solvent/contracts';
import type { HomeAnswer } from '@solvent/contracts';
import { summarise } from '@solvent/contracts/rules';
import { and, asc, desc, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { nextSteps } from './next-steps.ts';
import { agreements } from '../agreements/schema.ts';
import { nestedRatings, nestedWork, ownUnderWay, presentRating, presentWork } from '../problems/work.ts';
import { newsColumns, openQuestionsOf } from '../problems/news.ts';
import { bids, comments, problems } from '../schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { nestedRows, ONE_ROW } from '../../../platform/db/nested-rows.ts';
import { builtOnce } from '../../../platform/db/prepared.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';

const NAMED = { _id: problems.id, title: problems.title };

const isOpen = (posterId: SQLWrapper) => and(eq(problems.userId, posterId), eq(problems.status, 'open'));

/** Own open problems: what is new first, then what waits, then the newest. */
const nestedProblems = (db: Executor, viewerId: SQLWrapper) => {
  const news = newsColumns(db);
  return nestedRows({ ...NAMED, budget: problems.budget, createdAt: problems.createdAt, ...news }, (column) =>
    db
      .select(column)
      .from(problems)
      .where(isOpen(viewerId))
      .orderBy(
        desc(sql`${news.newBids} > 0`),
        desc(sql`${news.pendingBids} + ${news.openQuestions} > 0`),
        desc(problems.createdAt),
      )
      .limit(HOME.listMax),
  );
};

/** Problems whose questions wait for an answer of this poster's. */
const isAsked = (db: Executor, posterId: SQLWrapper) =>
  and(eq(problems.userId, posterId), inArray(problems.status, ['open', 'in-progress']), openQuestionsOf(db, posterId));

const nestedQuestions = (db: Executor, viewerId: SQLWrapper) => {
  const { id, content, createdAt } = comments;
  const author = { _id: users.id, name: users.name, image: users.image };
  return nestedRows({ _id: id, problem: NAMED, author, content, createdAt }, (column) =>
    db
      .select(column)
      .from(problems)
      .innerJoin(comments, eq(comments.problemId, problems.id))
      .innerJoin(users, eq(users.id, comments.authorId))
      .where(isAsked(db, viewerId))
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(HOME.listMax),
  );
};

const isPending = (solverId: SQLWrapper) => and(eq(bids.solverId, solverId), eq(bids.status, 'pending'));

const nestedPendingBids = (db: Executor, viewerId: SQLWrapper) => {
  const { id, amount, estimatedDays, createdAt } = bids;
  const problem = { ...NAMED, budget: problems.budget, bidCount: problems.bidCount };
  return nestedRows({ _id: id, amount, estimatedDays, createdAt, problem }, (column) =>
    db
      .select(column)
      .from(bids)
      .innerJoin(problems, eq(problems.id, bids.problemId))
      .where(isPending(viewerId))
      .orderBy(desc(bids.createdAt), desc(bids.id))
      .limit(HOME.listMax),
  );
};

const MATCH_COLUMNS = {
  ...NAMED,
  category: problems.category,
  tags: problems.tags,
  bidCount: problems.bidCount,
  budget: problems.budget,
  createdAt: problems.createdAt,
};

/** Open problems of others that the areas name, by a tag or their category, on which the viewer never bid: the newest. */
const nestedMatches = (db: Executor, viewerId: SQLWrapper) => {
  const own = db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.problemId, problems.id), eq(bids.solverId, viewerId)));
  const isNamed = or(
    hasAnyTag(problems.tagKeys, sql.placeholder('areas')),
    sql`${problems.category} = ANY(${sql.placeholder('categories')}::text[])`,
  );
  return nestedRows(MATCH_COLUMNS, (column) =>
    db
      .select(column)
      .from(problems)
      .where(and(eq(problems.status, 'open'), isNamed, ne(problems.userId, viewerId), notExists(own)))
      .orderBy(desc(problems.createdAt), desc(problems.id))
      .limit(HOME.listMax),
  );
};

const counted = (query: SQLWrapper): SQL<number> => sql<number>`(${query})::int`;

const countedQuestions = (db: Executor, viewerId: SQLWrapper) =>
  counted(
    db
      .select({ count: sql`count(*)` })
      .from(problems)
      .innerJoin(comments, eq(comments.problemId, problems.id))
      .where(isAsked(db, viewerId)),
  );

/** All of somebody's home in one statement. Planned for its values each time: how common the areas are decides how their problems are found. */
const page = builtOnce((db, name) => {
  const viewerId = sql`${sql.placeholder('viewerId')}::uuid`;
  const now = sql.placeholder('now');
  return db
    .select({
      work: nestedWork(db, viewerId, now, HOME.listMax),
      problems: nestedProblems(db, viewerId),
      questions: nestedQuestions(db, viewerId),
      bids: nestedPendingBids(db, viewerId),
      matches: nestedMatches(db, viewerId),
      ratings: nestedRatings(db, viewerId, now, HOME.listMax),
      workTotal: db.$count(agreements, ownUnderWay(viewerId, now)),
      openTotal: db.$count(problems, isOpen(viewerId)),
      questionsTotal: countedQuestions(db, viewerId),
      pendingTotal: db.$count(bids, isPending(viewerId)),
      posted: db.$count(problems, eq(problems.userId, viewerId)),
      bid: db.$count(bids, eq(bids.solverId, viewerId)),
    })
    .from(ONE_ROW)
    .prepare(name);
});

/** Of rows with times: as answers have them. */
const dated = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({ ...row, createdAt: createdAt.toISOString() });

/** What somebody has under way, on both sides, and what to do next (product 2.49). */
export async function readHome(db: Db, viewer: Pick<UserRow, 'id' | 'expertiseAreas'>): Promise<HomeAnswer> {
  const now = new Date();
  const areas = viewer.expertiseAreas.map((area) => area.toLowerCase());
  const values = { viewerId: viewer.id, now: now.toISOString(), areas, categories: categoriesOf(viewer.expertiseAreas) };
  const [found] = await page(db, '').execute(values);
  if (found === undefined) throw new Error('A statement of one row answered none');
  const work = found.work.map((row) => presentWork(row, viewer.id));
  const own = found.problems.map(dated);
  const questions = found.questions.map(({ content, ...question }) => ({
    ...dated(question),
    content: summarise(content, HOME.questionMax),
  }));
  const ratings = found.ratings.map(presentRating);
  return {
    next: nextSteps({ work, problems: own, questions, ratings }, now),
    work: work.map(({ isChangeProposed: _change, isViewWanted: _view, ...shown }) => shown),
    problems: own,
    questions,
    bids: found.bids.map(dated),
    matches: found.matches.map(dated),
    ratings,
    totals: {
      work: found.workTotal,
      openProblems: found.openTotal,
      questions: found.questionsTotal,
      pendingBids: found.pendingTotal,
      posted: found.posted,
      bid: found.bid,
    },
  };
}
