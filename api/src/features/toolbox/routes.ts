import { PAGE_SIZES } from '@solvent/contracts';
import type { PageQuery } from '@solvent/contracts';
import { moduleReportRules } from '@solvent/contracts/rules';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { doneResponse, moduleListResponse, moduleResponse } from '@solvent/contracts/schemas';
import { and, desc, eq } from 'drizzle-orm';
import * as yup from 'yup';
import { requireCaller } from '../accounts/index.ts';
import { createFileLinks } from '../files/index.ts';
import type { FileLinks } from '../files/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { moduleFigures, moduleReports, modules, savedModules, users } from '../../schema/index.ts';
import { contentsRoute, downloadRoute } from './download.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard } from './presenter.ts';
import { purchaseRoutes } from './purchases.ts';
import { presentListedCard, readModule } from './queries.ts';
import { listRelated } from './related.ts';
import { moduleReviewRoutes } from './reviews.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { getSecret } from '../../platform/secrets/secret.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { findVisibleModule, isVisibleTo, moduleParams } from './visibility.ts';

const RELATED_COUNT = 4;
const relatedQuery = yup.object(pagingFields(RELATED_COUNT));
const savedQuery = yup.object(pagingFields(PAGE_SIZES.modules));
const tags = ['modules'];

function detailRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const config = { access: 'anyone' } as const;
  const schema = { tags, params: moduleParams };

  app.get('/modules/:id', { config, schema: { ...schema, response: { 200: moduleResponse } } }, async ({ params, caller }) => ({
    module: await readModule({ db, links }, params.id, caller?.user.id),
  }));

  app.get(
    '/modules/:id/related',
    { config, schema: { ...schema, querystring: relatedQuery, response: { 200: moduleListResponse } } },
    async ({ params, query, caller }) => {
      const module = await findVisibleModule(db, params.id, caller?.user.id);
      const { cards, total } = await listRelated(db, module, query);
      return { modules: cards.map(presentModuleCard), ...buildPaging(query, total) };
    },
  );
}

function savedRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const access = 'signed-in';
  const config = { access, limit: 'saving' } as const;
  const schema = { tags, params: moduleParams, response: { 200: doneResponse } };

  app.put('/modules/:id/save', { config, schema }, async (request) => {
    const userId = requireCaller(request).user.id;
    const { id: moduleId } = await findVisibleModule(db, request.params.id, userId);
    await db.insert(savedModules).values({ userId, moduleId, savedAt: new Date() }).onConflictDoNothing();
    return {};
  });

  app.delete('/modules/:id/save', { config, schema }, async (request) => {
    const userId = requireCaller(request).user.id;
    const { id } = await findVisibleModule(db, request.params.id, userId);
    await db.delete(savedModules).where(and(eq(savedModules.userId, userId), eq(savedModules.moduleId, id)));
    return {};
  });

  app.get(
    '/modules/saved',
    { config: { access }, schema: { tags, querystring: savedQuery, response: { 200: moduleListResponse } } },
    async (request) => {
      const userId = requireCaller(request).user.id;
      const { page, limit }: PageQuery = request.query;
      const condition = and(eq(savedModules.userId, userId), isVisibleTo(db, userId));
      const cards = await db
        .select({ ...MODULE_CARD_COLUMNS, status: modules.status })
        .from(savedModules)
        .innerJoin(modules, eq(modules.id, savedModules.moduleId))
        .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
        .innerJoin(users, eq(users.id, modules.authorId))
        .where(condition)
        .orderBy(desc(savedModules.savedAt), desc(savedModules.moduleId))
        .limit(limit)
        .offset((page - 1) * limit);
      const saved = db.select({ id: modules.id }).from(savedModules).innerJoin(modules, eq(modules.id, savedModules.moduleId));
      const total = await db.$count(saved.where(condition).as('saved'));
      return { modules: cards.map((card) => presentListedCard(card, links)), ...buildPaging(request.query, total) };
    },
  );
}

function reportRoute(app: App, { db }: Deps): void {
  app.post(
    '/modules/:id/reports',
    {
      config: { access: 'anyone', limit: 'report' },
      schema: { tags, params: moduleParams, body: moduleReportRules, response: { 201: doneResponse } },
    },
    async ({ params, body, caller }, reply) => {
      const userId = caller?.user.id;
      const { id, isOwn } = await findVisibleModule(db, params.id, userId);
      if (isOwn) throw new AppError('conflict', 'You can’t report your own module. You can edit or unpublish it.');
      const { reason, description } = body;
      await db.insert(moduleReports).values({ moduleId: id, userId, reason, description, createdAt: new Date() });
      reply.code(201);
      return {};
    },
  );
}

/** A module's page and its actions (product 7.10). */
export const modulesFeature: Feature<Deps> = async (app, deps) => {
  const links = await createFileLinks(deps.db);
  detailRoutes(app, deps, links);
  savedRoutes(app, deps, links);
  contentsRoute(app, deps);
  purchaseRoutes(app, deps, links);
  downloadRoute(app, deps, await getSecret(deps.db, 'visitors'));
  moduleReviewRoutes(app, deps);
  reportRoute(app, deps);
};
