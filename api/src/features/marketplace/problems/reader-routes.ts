import { problemReportRules } from '@solvent/contracts/rules';
import { pageQueryRules } from '@solvent/contracts/rules/paging';
import {
  similarBudgetsQueryRules,
  similarProblemsQueryRules,
  timelineQueryRules,
  userProblemsQueryRules,
} from '@solvent/contracts/rules/queries';
import {
  doneResponse,
  problemsResponse,
  similarBudgetsResponse,
  similarProblemsResponse,
  timelineResponse,
  userProblemsResponse,
} from '@solvent/contracts/schemas';
import { and, count, desc, eq, exists } from 'drizzle-orm';
import type { OwnProblemsResponse, PageQuery } from '@solvent/contracts';
import type { InferType } from 'yup';
import { requireCaller, toIsoDates } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../../../platform/http/app.ts';
import { isListedProblem, findTimeline } from './detail.ts';
import { readCards } from './list-pages.ts';
import { cardColumns } from './presenter.ts';
import { findVisibleProblem, NOT_TAKEN_DOWN } from './changes.ts';
import type { ProblemPage } from './list.ts';
import { findSimilar, findSimilarBudgets } from './similar.ts';
import { problemReports, problems, savedProblems, users } from '../../../schema/index.ts';
import { conflict } from '../../../platform/errors/app-error.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';
import { nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import { selectAgreedAmount, nestedProblemWork, presentProblemWork, updateColumns } from './work.ts';
import type { Db } from '../../../platform/db/connect.ts';

const tags = ['problems'];

async function countOwnProblems(db: Db, posterId: string): Promise<OwnProblemsResponse['counts']> {
  const rows = await db
    .select({ status: problems.status, total: count() })
    .from(problems)
    .where(eq(problems.userId, posterId))
    .groupBy(problems.status);
  const counts = { all: 0, open: 0, 'in-progress': 0, solved: 0, closed: 0 };
  for (const { status, total } of rows) {
    counts[status] = total;
    counts.all += total;
  }
  return counts;
}

/** Lists a poster's problems with bids and questions to handle, newest first (product 2.50). */
async function listOwnProblems(
  db: Db,
  posterId: string,
  { status, page, limit }: InferType<typeof userProblemsQueryRules>,
): Promise<OwnProblemsResponse> {
  const rows = db
    .select({
      ...cardColumns(db, posterId),
      ...updateColumns(db),
      work: nestedProblemWork(db),
      agreedAmount: selectAgreedAmount(db),
      takeDowns: nestedTakeDown(db, problems.id),
    })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(and(eq(problems.userId, posterId), status && eq(problems.status, status)))
    .orderBy(desc(problems.createdAt), desc(problems.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [own, counts] = await Promise.all([rows, countOwnProblems(db, posterId)]);
  const total = counts[status ?? 'all'];
  return {
    problems: own.map(({ work, takeDowns, ...card }) => ({
      ...toIsoDates(card),
      work: presentProblemWork(work),
      ...presentTakeDown(takeDowns),
    })),
    counts,
    total,
    ...buildPaging({ page, limit }, total),
  };
}

/** Lists saved problems, latest first, including closed ones but not taken-down ones. */
async function listSaved(db: Db, userId: string, { page, limit }: PageQuery): Promise<ProblemPage> {
  const visible = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.id, savedProblems.problemId), NOT_TAKEN_DOWN));
  const own = and(eq(savedProblems.userId, userId), exists(visible));
  const cards = await db
    .select(cardColumns(db, userId))
    .from(savedProblems)
    .innerJoin(problems, eq(problems.id, savedProblems.problemId))
    .innerJoin(users, eq(users.id, problems.userId))
    .where(own)
    .orderBy(desc(savedProblems.savedAt), desc(savedProblems.problemId))
    .limit(limit)
    .offset((page - 1) * limit);
  return { cards, total: await db.$count(savedProblems, own) };
}

function savedRoutes(app: App, { db }: Deps): void {
  const config = { access: 'signed-in', limit: 'saving' } as const;
  const schema = { tags, params: idParams, response: { 200: doneResponse } };

  // A problem that is already saved keeps its position.
  app.put('/problems/:id/save', { config, schema }, async (request) => {
    const [{ id: problemId }, userId] = [request.params, requireCaller(request).user.id];
    await findVisibleProblem(db, problemId, userId);
    await db.insert(savedProblems).values({ userId, problemId, savedAt: new Date() }).onConflictDoNothing();
    return {};
  });

  app.delete('/problems/:id/save', { config, schema }, async (request) => {
    const [{ id: problemId }, userId] = [request.params, requireCaller(request).user.id];
    await db.delete(savedProblems).where(and(eq(savedProblems.userId, userId), eq(savedProblems.problemId, problemId)));
    return {};
  });

  app.get(
    '/problems/saved',
    { config: { access: 'signed-in' }, schema: { tags, querystring: pageQueryRules, response: { 200: problemsResponse } } },
    async (request) => {
      const { cards, total } = await listSaved(db, requireCaller(request).user.id, request.query);
      return { problems: cards.map(toIsoDates), total, ...buildPaging(request.query, total) };
    },
  );
}

/** Registers POST /problems/:id/reports, which replaces the user's earlier report. */
function reportRoute(app: App, { db }: Deps): void {
  app.post(
    '/problems/:id/reports',
    {
      config: { access: 'signed-in', limit: 'report' },
      schema: { tags, params: idParams, body: problemReportRules, response: { 201: doneResponse } },
    },
    async (request, reply) => {
      const [{ id: problemId }, userId] = [request.params, requireCaller(request).user.id];
      if ((await findVisibleProblem(db, problemId, userId)).userId === userId)
        throw conflict('You can’t report your own problem. Edit or close it instead.');
      const { reason, description = '' } = request.body;
      const report = { reason, description, createdAt: new Date() };
      await db
        .insert(problemReports)
        .values({ problemId, userId, ...report })
        .onConflictDoUpdate({ target: [problemReports.problemId, problemReports.userId], set: report });
      reply.code(201);
      return {};
    },
  );
}

export function readerRoutes(app: App, deps: Deps): void {
  const { db, readRouter } = deps;

  // The caller's own problems, or the public ones of `userId`.
  app.get(
    '/problems/user',
    {
      config: { access: 'anyone' },
      schema: { tags, querystring: userProblemsQueryRules, response: { 200: userProblemsResponse } },
    },
    async (request) => {
      const { query } = request;
      const viewerId = request.caller?.user.id;
      if (query.userId === undefined) return listOwnProblems(db, requireCaller(request).user.id, query);
      const condition = and(isListedProblem(query.userId, viewerId), query.status && eq(problems.status, query.status));
      const range = { limit: query.limit, offset: (query.page - 1) * query.limit };
      const { total, cards } = await readRouter.read(viewerId, async (readDb) => ({
        total: await readDb.$count(problems, condition),
        cards: await readCards({ db: readDb, viewerId }, condition, 'time', range),
      }));
      return { problems: cards.map(toIsoDates), total, ...buildPaging(query, total) };
    },
  );

  // Earlier pages of the timeline.
  app.get(
    '/problems/:id/timeline',
    {
      config: { access: 'anyone' },
      schema: { tags, params: idParams, querystring: timelineQueryRules, response: { 200: timelineResponse } },
    },
    ({ params, query, caller }) => findTimeline(db, params.id, caller?.user.id, query.before),
  );

  // Requested while a title is typed, so it has the limit of searches.
  app.get(
    '/problems/similar',
    {
      config: { access: 'anyone', limit: 'search' },
      schema: { tags, querystring: similarProblemsQueryRules, response: { 200: similarProblemsResponse } },
    },
    async ({ caller, query }) => ({
      problems: await readRouter.read(caller?.user.id, (readDb) => findSimilar(readDb, query.title)),
    }),
  );

  // Requested while the tags are entered.
  app.get(
    '/problems/budgets',
    {
      config: { access: 'signed-in', limit: 'search' },
      schema: { tags, querystring: similarBudgetsQueryRules, response: { 200: similarBudgetsResponse } },
    },
    async ({ caller, query }) => ({
      budgets: await readRouter.read(caller?.user.id, (readDb) => findSimilarBudgets(readDb, query.category, query.tags)),
    }),
  );

  savedRoutes(app, deps);
  reportRoute(app, deps);
}
