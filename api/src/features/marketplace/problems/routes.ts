import { createProblemRules, problemsQueryRules } from '@solvent/contracts/rules';
import type { FastifyRequest } from 'fastify';
import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/body-parsers.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { idParams } from '../../../platform/http/params.ts';
import { payerOf, SEARCHES } from '../../../platform/limits/register-limits.ts';
import { createProblem } from './create-problem.ts';
import { listProblems } from './list-problems.ts';
import type { ListMemory } from './list-problems.ts';
import { isReader } from './policy.ts';
import { presentCards } from './present-cards.ts';
import { presentProblem } from './presenter.ts';
import { countView, findProblem } from './problem-detail.ts';
import { problemAnswer, problemsAnswer } from './schemas.ts';

const schema = { tags: ['problems'] };

/** GET and HEAD /problems. */
export function listRoute(app: App, deps: Deps, lists: ListMemory): void {
  const options = { config: { access: 'anyone', ...SEARCHES } } as const;

  // A page asks so while one scrolls (spec 7, "prefetch"); it is answered without looking at a single row.
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
      schema: { ...schema, querystring: problemsQueryRules, response: { 200: problemsAnswer } },
    },
    async (request) => {
      const { query, caller } = request;
      const { cards, total } = await listProblems(deps.db, lists, query, payerOf(deps.limits, request));
      return { problems: await presentCards(deps.db, cards, caller?.user.id), total, ...pagingOf(query, total) };
    },
  );
}

/** GET /problems/:id. A reader is counted once the answer is out. */
export function detailRoute(app: App, { db }: Deps): void {
  const read = new WeakMap<FastifyRequest, string>();

  app.get(
    '/problems/:id',
    {
      config: { access: 'anyone' },
      schema: { ...schema, params: idParams, response: { 200: problemAnswer } },
      onResponse: async (request) => {
        const id = read.get(request);
        if (id === undefined) return;
        await countView(db, id).catch((error: unknown) => request.log.warn({ err: error }, 'A reader was not counted'));
      },
    },
    async (request) => {
      const viewerId = request.caller?.user.id;
      const problem = await findProblem(db, request.params.id, viewerId);
      if (problem === undefined) throw notFound('This problem');
      if (request.method === 'GET' && isReader(viewerId, problem.poster.id)) read.set(request, problem.id);
      return { problem: presentProblem(problem) };
    },
  );
}

/** POST /problems. */
export function createRoute(app: App, { db }: Deps, onCreated: () => void): void {
  app.post(
    '/problems',
    {
      config: { access: 'seeker', limit: 'problems' },
      bodyLimit: LONG_BODY_LIMITS.problem,
      schema: { ...schema, body: createProblemRules, response: { 201: problemAnswer } },
    },
    async (request, reply) => {
      const problem = await createProblem(db, signedIn(request).user.id, request.body, idempotencyKey(request));
      onCreated();
      reply.code(201);
      return { problem: presentProblem(problem) };
    },
  );
}
