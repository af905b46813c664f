import type { Problem } from '@solvent/contracts';
import { changeStatusRules, createProblemRules } from '@solvent/contracts/rules';
import { categoriesQueryRules, problemsQueryRules } from '@solvent/contracts/rules/queries';
import { categoriesResponse, foundProblemsResponse, problemResponse } from '@solvent/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/index.ts';
import { deleteBytes } from '../../files/index.ts';
import { contentModerated } from '../../moderation/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { findProblem } from './detail.ts';
import { countCategories, createListCaches, listProblems } from './list.ts';
import type { ListCaches } from './list.ts';
import { presentCard, presentCategories } from './presenter.ts';
import { userProblemsRoute, reportRoute, savedRoutes, similarRoute, timelineRoute } from './reader-routes.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { createProblem, editProblem } from './service.ts';
import { changeStatus } from './status.ts';
import type { StatusRequest } from './status.ts';
import { deleteObsoleteVersions } from './rewrites.ts';
import { countView, deleteExpiredViewers, createIdentifyViewer } from './viewers.ts';
import type { Viewer } from './viewers.ts';
import { EVERYTHING } from '../../../platform/http/writes.ts';
import { perDatabase } from '../../../platform/db/standby.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/request-bodies.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';
import { SEARCH_LIMIT, createSearchCharge } from '../../../platform/limits/register-limits.ts';
import { throttledError } from '../../../platform/failure-log.ts';

const schema = { tags: ['problems'] };

type DatabaseCaches = ReturnType<typeof perDatabase<ListCaches>>;

function listRoute(app: App, { limits, readRouter }: Deps, caches: DatabaseCaches): void {
  // Pages send HEAD while the user scrolls (product 7.5): it does not read the database.
  app.head(
    '/problems',
    { config: { access: 'anyone' }, schema: { ...schema, querystring: problemsQueryRules } },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(),
  );

  app.get(
    '/problems',
    {
      config: { access: 'anyone', ...SEARCH_LIMIT },
      exposeHeadRoute: false,
      schema: { ...schema, querystring: problemsQueryRules, response: { 200: foundProblemsResponse } },
    },
    async (request) => {
      const { query, caller } = request;
      const viewerId = caller?.user.id;
      const { cards, total, searchedFor } = await readRouter.read(viewerId, (db) =>
        listProblems({ db, viewerId }, caches.of(db), query, createSearchCharge(limits, request)),
      );
      return { problems: cards.map(presentCard), total, searchedFor, ...buildPaging(query, total) };
    },
  );
}

/** GET /problems/categories. The list request has been charged for the search. */
function categoriesRoute(app: App, { limits, readRouter }: Deps, caches: DatabaseCaches): void {
  app.get(
    '/problems/categories',
    {
      config: { access: 'anyone', limit: 'searchCounts', counts: SEARCH_LIMIT.counts },
      schema: { ...schema, querystring: categoriesQueryRules, response: { 200: categoriesResponse } },
    },
    async (request) => {
      const counted = await readRouter.read(request.caller?.user.id, (db) =>
        countCategories({ db }, caches.of(db), request.query, createSearchCharge(limits, request)),
      );
      return { categories: presentCategories(counted) };
    },
  );
}

/** GET /problems/:id. Views are counted after the response; pages rendered with the problem send a HEAD to be counted. */
function detailRoute(app: App, deps: Deps, identifyViewer: Awaited<ReturnType<typeof createIdentifyViewer>>): void {
  const viewers = new WeakMap<FastifyRequest, Viewer>();

  app.get(
    '/problems/:id',
    {
      config: { access: 'anyone' },
      schema: { ...schema, params: idParams, response: { 200: problemResponse } },
      onResponse: async (request) => {
        const viewer = viewers.get(request);
        if (viewer === undefined) return;
        await countView(deps.db, viewer).catch((error: unknown) =>
          request.log.warn(throttledError(error), 'Could not count a problem view'),
        );
      },
    },
    async (request) => {
      const viewerId = request.caller?.user.id;
      const problem = await findProblem(deps, request.params.id, viewerId);
      if (problem === undefined) throw notFound('This problem');
      const viewer = identifyViewer(request, { id: problem._id, posterId: problem.user._id });
      if (viewer !== undefined) viewers.set(request, viewer);
      return { problem };
    },
  );
}

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
      return { problem };
    },
  );
}

async function readResponse(deps: Deps, id: string, viewerId: string): Promise<{ problem: Problem }> {
  const problem = await findProblem(deps, id, viewerId);
  if (problem === undefined) throw notFound('This problem');
  return { problem };
}

/** Allowed for the poster in either role. */
function editRoute(app: App, deps: Deps, onEdited: () => void): void {
  app.put(
    '/problems/:id',
    {
      config: { access: 'signed-in', limit: 'problemChanges' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { ...schema, params: idParams, body: createProblemRules, response: { 200: problemResponse } },
    },
    async (request) => {
      const { id } = request.params;
      const { user } = requireCaller(request);
      const deletedKeys = await deps.transact((tx, events) => editProblem(tx, events, id, user, request.body));
      onEdited();
      await deleteBytes(deps, deletedKeys, request.log);
      return readResponse(deps, id, user.id);
    },
  );
}

/** Allowed for the poster in either role. DELETE closes the problem. */
function statusRoutes(app: App, deps: Deps, onChanged: () => void): void {
  const config = { access: 'signed-in', limit: 'problemStatus' } as const;
  const statusSchema = { ...schema, params: idParams, response: { 200: problemResponse } };
  const change = async (request: StatusRequest) => {
    await changeStatus(deps, request);
    onChanged();
    return readResponse(deps, request.problemId, request.caller.id);
  };

  app.put('/problems/:id/status', { config, schema: { ...statusSchema, body: changeStatusRules } }, (request) => {
    const { status, note = '' } = request.body;
    return change({ problemId: request.params.id, caller: requireCaller(request).user, status, note });
  });
  app.delete('/problems/:id', { config, schema: statusSchema }, (request) =>
    change({ problemId: request.params.id, caller: requireCaller(request).user, status: 'closed', note: '' }),
  );
}

/** Product 7.4. */
export const problemsFeature: Feature<Deps> = async (app, deps) => {
  const caches = perDatabase(createListCaches);
  const identifyViewer = await createIdentifyViewer(deps.db);
  deps.jobs.hourly('viewers of days that are over', () => deleteExpiredViewers(deps.db));
  deps.jobs.hourly('former texts of problems', () => deleteObsoleteVersions(deps.db));

  categoriesRoute(app, deps, caches);
  listRoute(app, deps, caches);
  userProblemsRoute(app, deps);
  detailRoute(app, deps, identifyViewer);
  timelineRoute(app, deps);
  savedRoutes(app, deps);
  savedSearchRoutes(app, deps);
  similarRoute(app, deps);
  reportRoute(app, deps);
  const clearTotals = () => {
    for (const { totals } of caches.all()) totals.clear();
  };
  deps.signals.on('totals', clearTotals);
  const invalidateTotals = () => {
    clearTotals();
    deps.signals.publish('totals');
  };
  deps.outbox.subscribe(contentModerated, {
    read: async (_db, key) => key,
    deliver: () => {
      invalidateTotals();
      deps.writeEvents.emit('write', EVERYTHING);
      deps.signals.publish('pages');
    },
  });
  createRoute(app, deps, invalidateTotals);
  editRoute(app, deps, invalidateTotals);
  statusRoutes(app, deps, invalidateTotals);
};
