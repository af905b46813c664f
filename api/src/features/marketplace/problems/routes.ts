import type { Problem } from '@solvent/contracts';
import { changeStatusRules, createProblemRules } from '@solvent/contracts/rules';
import { categoriesQueryRules, problemsQueryRules } from '@solvent/contracts/rules/queries';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { findProblem } from './detail.ts';
import { deleteBytes } from '../../files/service.ts';
import { contentModerated } from '../../moderation/service.ts';
import { countCategories, createListCaches, listProblems } from './list.ts';
import {
  categoriesResponse,
  foundProblemsResponse,
  presentCard,
  presentCategories,
  presentProblem,
  problemResponse,
} from './presenter.ts';
import { userProblemsRoute, reportRoute, savedRoutes, similarRoute, timelineRoute } from './reader-routes.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { createProblem, editProblem } from './service.ts';
import { changeStatus } from './status.ts';
import type { StatusRequest } from './status.ts';
import { deleteObsoleteVersions } from './rewrites.ts';
import { countView, deleteExpiredViewers, createIdentifyViewer } from './viewers.ts';
import type { Viewer, IdentifyViewer } from './viewers.ts';
import { EVERYTHING } from '../../../platform/http/writes.ts';
import { perDatabase } from '../../../platform/db/standby/read-router.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/body-parsers.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';
import { SEARCH_LIMIT, createSearchCharge } from '../../../platform/limits/register-limits.ts';
import { throttledError } from '../../../platform/failure-log.ts';

const schema = { tags: ['problems'] };

/** What is remembered of the lists of each database that is read. */
const createDatabaseCaches = () => perDatabase(createListCaches);
type DatabaseCaches = ReturnType<typeof createDatabaseCaches>;

/** GET and HEAD /problems. */
function listRoute(app: App, { limits, readRouter }: Deps, lists: DatabaseCaches): void {
  const options = { config: { access: 'anyone', ...SEARCH_LIMIT } } as const;

  // A page asks so while one scrolls (product 7.5); it is answered without looking at a single row.
  app.head(
    '/problems',
    { config: { access: 'anyone' }, schema: { ...schema, querystring: problemsQueryRules } },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(),
  );

  app.get(
    '/problems',
    {
      ...options,
      exposeHeadRoute: false,
      schema: { ...schema, querystring: problemsQueryRules, response: { 200: foundProblemsResponse } },
    },
    async (request) => {
      const { query, caller } = request;
      const viewerId = caller?.user.id;
      const { cards, total, searchedFor } = await readRouter.read(viewerId, (db) =>
        listProblems({ db, viewerId }, lists.of(db), query, createSearchCharge(limits, request)),
      );
      return { problems: cards.map(presentCard), total, searchedFor, ...buildPaging(query, total) };
    },
  );
}

/** GET /problems/categories: the numbers on the chips of that very list, which has paid for what it searches. */
function categoriesRoute(app: App, { limits, readRouter }: Deps, lists: DatabaseCaches): void {
  app.get(
    '/problems/categories',
    {
      config: { access: 'anyone', limit: 'searchCounts', counts: SEARCH_LIMIT.counts },
      schema: { ...schema, querystring: categoriesQueryRules, response: { 200: categoriesResponse } },
    },
    async (request) => {
      const pay = createSearchCharge(limits, request);
      const counted = await readRouter.read(request.caller?.user.id, (db) =>
        countCategories({ db }, lists.of(db), request.query, pay),
      );
      return { categories: presentCategories(counted) };
    },
  );
}

/**
 * GET /problems/:id. A reader is counted once the answer is out; of one who has the problem with its page, a HEAD says that somebody
 * reads it.
 */
function detailRoute(app: App, deps: Deps, viewerOf: IdentifyViewer): void {
  const read = new WeakMap<FastifyRequest, Viewer>();

  app.get(
    '/problems/:id',
    {
      config: { access: 'anyone' },
      schema: { ...schema, params: idParams, response: { 200: problemResponse } },
      onResponse: async (request) => {
        const viewer = read.get(request);
        if (viewer === undefined) return;
        await countView(deps.db, viewer).catch((error: unknown) =>
          request.log.warn(throttledError(error), 'A reader was not counted'),
        );
      },
    },
    async (request) => {
      const viewerId = request.caller?.user.id;
      const problem = await findProblem(deps, request.params.id, viewerId);
      if (problem === undefined) throw notFound('This problem');
      const viewer = viewerOf(request, { id: problem.id, posterId: problem.poster.id });
      if (viewer !== undefined) read.set(request, viewer);
      return { problem: presentProblem(problem) };
    },
  );
}

/** POST /problems. */
function createRoute(app: App, deps: Deps, onCreated: () => void): void {
  app.post(
    '/problems',
    {
      config: { access: 'seeker', limit: 'problems' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { ...schema, body: createProblemRules, response: { 201: problemResponse } },
    },
    async (request, reply) => {
      const problem = await createProblem(deps, requireCaller(request).user.id, request.body, idempotencyKey(request));
      onCreated();
      reply.code(201);
      return { problem: presentProblem(problem) };
    },
  );
}

/** PUT /problems/:id. Whoever posted it may, also while they are a solver. */
function editRoute(app: App, deps: Deps, onEdited: () => void): void {
  app.put(
    '/problems/:id',
    {
      config: { access: 'signed-in', limit: 'problemChanges' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { tags: ['problems'], params: idParams, body: createProblemRules, response: { 200: problemResponse } },
    },
    async (request) => {
      const { id } = request.params;
      const { user } = requireCaller(request);
      const gone = await deps.transact((tx, events) => editProblem(tx, events, id, user, request.body));
      onEdited();
      await deleteBytes(deps, gone, request.log);
      const problem = await findProblem(deps, id, user.id);
      if (problem === undefined) throw notFound('This problem');
      return { problem: presentProblem(problem) };
    },
  );
}

/** PUT /problems/:id/status, and DELETE /problems/:id, which closes it. `onChanged` hears of each change. */
function statusRoutes(app: App, deps: Deps, onChanged: () => void): void {
  // Whose problem it is decides, not the role that the person has just now.
  const config = { access: 'signed-in', limit: 'problemStatus' } as const;
  const changed = { ...schema, params: idParams, response: { 200: problemResponse } };
  const answer = async (asked: StatusRequest): Promise<{ problem: Problem }> => {
    await changeStatus(deps, asked);
    onChanged();
    const problem = await findProblem(deps, asked.problemId, asked.caller.id);
    if (problem === undefined) throw notFound('This problem');
    return { problem: presentProblem(problem) };
  };

  app.put('/problems/:id/status', { config, schema: { ...changed, body: changeStatusRules } }, (request) => {
    const { status, note = '' } = request.body;
    return answer({ problemId: request.params.id, caller: requireCaller(request).user, status, note });
  });
  app.delete('/problems/:id', { config, schema: changed }, (request) =>
    answer({ problemId: request.params.id, caller: requireCaller(request).user, status: 'closed', note: '' }),
  );
}

/** Problems: list, categories, detail, posting (product 7.4). */
export const problemsFeature: Feature = async (app, deps) => {
  const lists = createDatabaseCaches();
  const viewerOf = await createIdentifyViewer(deps.db);
  deps.jobs.hourly('viewers of days that are over', () => deleteExpiredViewers(deps.db));
  deps.jobs.hourly('former texts of problems', () => deleteObsoleteVersions(deps.db));

  categoriesRoute(app, deps, lists);
  listRoute(app, deps, lists);
  userProblemsRoute(app, deps);
  detailRoute(app, deps, viewerOf);
  timelineRoute(app, deps);
  savedRoutes(app, deps);
  savedSearchRoutes(app, deps);
  similarRoute(app, deps);
  reportRoute(app, deps);
  const clearTotals = () => {
    for (const { totals } of lists.all()) totals.clear();
  };
  deps.signals.on('totals', clearTotals);
  const forgetCounts = () => {
    clearTotals();
    deps.signals.publish('totals');
  };
  deps.outbox.subscribe(contentModerated, {
    read: async (_db, key) => key,
    deliver: () => {
      forgetCounts();
      deps.writeEvents.emit('write', EVERYTHING);
      deps.signals.publish('pages');
    },
  });
  createRoute(app, deps, forgetCounts);
  editRoute(app, deps, forgetCounts);
  statusRoutes(app, deps, forgetCounts);
};
