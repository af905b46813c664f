import { changeStatusRules, createProblemRules } from '@solvent/contracts/rules';
import { categoriesQueryRules, problemsQueryRules } from '@solvent/contracts/rules/queries';
import { categoriesResponse, foundProblemsResponse, problemResponse } from '@solvent/contracts/schemas';
import { requireCaller, toIsoDates } from '../../accounts/index.ts';
import { contentModerated } from '../../moderation/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { findProblem } from './detail.ts';
import { countCategories, createListCaches, listProblems } from './list.ts';
import type { ListCaches } from './list.ts';
import { readerRoutes } from './reader-routes.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { registerSearchAlerts } from './search-alerts.ts';
import { changeStatus, createProblem, editProblem } from './service.ts';
import type { StatusRequest } from './service.ts';
import { deleteObsoleteVersions } from './rewrites.ts';
import { createViewCounter, deleteExpiredViewers } from './viewers.ts';
import { EVERYTHING } from '../../../platform/http/writes.ts';
import { perDatabase } from '../../../platform/db/standby.ts';
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
      const { cards, ...found } = await readRouter.read(viewerId, (db) =>
        listProblems({ db, viewerId }, caches.of(db), query, createSearchCharge(limits, request)),
      );
      return { problems: cards.map(toIsoDates), ...found, ...buildPaging(query, found.total) };
    },
  );
}

/** Registers GET /problems/categories. The list request has been charged for the search. */
function categoriesRoute(app: App, { limits, readRouter }: Deps, caches: DatabaseCaches): void {
  app.get(
    '/problems/categories',
    {
      config: { access: 'anyone', limit: 'searchCounts', counts: SEARCH_LIMIT.counts },
      schema: { ...schema, querystring: categoriesQueryRules, response: { 200: categoriesResponse } },
    },
    async (request) => {
      const categories = await readRouter.read(request.caller?.user.id, (db) =>
        countCategories(db, caches.of(db), request.query, createSearchCharge(limits, request)),
      );
      return { categories };
    },
  );
}

/** Registers GET /problems/:id. Views are counted after the response; pages rendered with the problem send a HEAD to be counted. */
function detailRoute(app: App, deps: Deps, countView: Awaited<ReturnType<typeof createViewCounter>>): void {
  app.get(
    '/problems/:id',
    { config: { access: 'anyone' }, schema: { ...schema, params: idParams, response: { 200: problemResponse } } },
    async (request, reply) => {
      const problem = await findProblem(deps, request.params.id, request.caller?.user.id);
      // Read now: after the response, the connection may be closed.
      const { ip, headers, caller } = request;
      const warn = (error: unknown) => request.log.warn(throttledError(error), 'Could not count a problem view');
      reply.raw.once('finish', () => void countView({ ip, headers, caller }, problem).catch(warn));
      return { problem };
    },
  );
}

/** Edits and changes of the status are allowed for the poster in either role. */
function writingRoutes(app: App, deps: Deps, onChanged: () => void): void {
  const params = idParams;
  const response = { 200: problemResponse };
  const change = async (request: StatusRequest) => {
    await changeStatus(deps, request);
    onChanged();
    return { problem: await findProblem(deps, request.problemId, request.caller.id) };
  };

  app.post(
    '/problems',
    {
      config: { access: 'seeker', limit: 'problems' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { ...schema, body: createProblemRules, response: { 201: problemResponse } },
    },
    async (request, reply) => {
      const problem = await createProblem(deps, requireCaller(request).user.id, request.body, idempotencyKey(request));
      onChanged();
      reply.code(201);
      return { problem };
    },
  );
  app.put(
    '/problems/:id',
    {
      config: { access: 'signed-in', limit: 'problemChanges' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { ...schema, params, body: createProblemRules, response },
    },
    async (request) => {
      const [{ id }, { user }] = [request.params, requireCaller(request)];
      await deps.transact((tx, events) => editProblem(tx, events, id, user, request.body));
      onChanged();
      return { problem: await findProblem(deps, id, user.id) };
    },
  );
  const config = { access: 'signed-in', limit: 'problemStatus' } as const;
  app.put('/problems/:id/status', { config, schema: { ...schema, params, body: changeStatusRules, response } }, (request) => {
    const { status, note = '' } = request.body;
    return change({ problemId: request.params.id, caller: requireCaller(request).user, status, note });
  });
  // Closes the problem.
  app.delete('/problems/:id', { config, schema: { ...schema, params, response } }, (request) =>
    change({ problemId: request.params.id, caller: requireCaller(request).user, status: 'closed', note: '' }),
  );
}

/** Routes of product 7.4. */
export const problemsFeature: Feature<Deps> = async (app, deps) => {
  const caches = perDatabase(createListCaches);
  const countView = await createViewCounter(deps.db);
  deps.jobs.hourly('viewers of days that are over', () => deleteExpiredViewers(deps.db));
  deps.jobs.hourly('former texts of problems', () => deleteObsoleteVersions(deps.db));

  categoriesRoute(app, deps, caches);
  listRoute(app, deps, caches);
  detailRoute(app, deps, countView);
  readerRoutes(app, deps);
  savedSearchRoutes(app, deps);
  registerSearchAlerts(deps);
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
  writingRoutes(app, deps, invalidateTotals);
};
