import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleListResponse, PageQuery } from '@solvent/contracts';
import { moduleReportRules } from '@solvent/contracts/rules';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { doneResponse, json, pagingSchema } from '@solvent/contracts/schemas';
import { and, desc, eq } from 'drizzle-orm';
import * as yup from 'yup';
import { requireCaller } from '../accounts/index.ts';
import { createFileLinks } from '../files/index.ts';
import type { FileLinks } from '../files/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { moduleFigures, moduleReports, modules, savedModules, users } from '../../schema/index.ts';
import type { ModuleRow } from '../../schema/index.ts';
import { purchaseRoute } from './purchase.ts';
import { contentsRoute } from './contents.ts';
import { downloadRoute } from './download.ts';
import { ownedRoutes } from './owned-modules.ts';
import { MODULE_CARD_COLUMNS, moduleResponse, moduleCardFields, presentModuleCard } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { getPreviewUrl, PREVIEW_COLUMNS, readModule } from './queries.ts';
import { listRelated } from './related.ts';
import { moduleReviewRoutes } from './reviews.ts';
import { moduleParams } from './service.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { responseSchema } from '../../platform/http/response-schema.ts';
import { getSecret } from '../../platform/secrets/secret.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { findVisibleModule, isVisibleTo } from './visibility.ts';

const moduleListResponse = responseSchema<ModuleListResponse>(
  json.object({ modules: json.list(json.object(moduleCardFields)), ...pagingSchema }),
);

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

/** Lists a user's saved modules that they can see, last saved first. */
async function listSaved(
  db: Executor,
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ cards: (ModuleCard & Pick<ModuleRow, 'status'>)[]; total: number }> {
  const condition = and(eq(savedModules.userId, userId), isVisibleTo(db, userId));
  const cards = await db
    .select({ ...MODULE_CARD_COLUMNS, ...PREVIEW_COLUMNS })
    .from(savedModules)
    .innerJoin(modules, eq(modules.id, savedModules.moduleId))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(condition)
    .orderBy(desc(savedModules.savedAt), desc(savedModules.moduleId))
    .limit(limit)
    .offset((page - 1) * limit);
  const saved = db.select({ id: savedModules.moduleId }).from(savedModules);
  const total = await db.$count(saved.innerJoin(modules, eq(modules.id, savedModules.moduleId)).where(condition).as('saved'));
  return { cards, total };
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
      const { cards, total } = await listSaved(db, requireCaller(request).user.id, request.query);
      const saved = cards.map((card) => ({ ...presentModuleCard(card), previewImage: getPreviewUrl(card, links) }));
      return { modules: saved, ...buildPaging(request.query, total) };
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
  ownedRoutes(app, deps, links);
  contentsRoute(app, deps);
  purchaseRoute(app, deps);
  downloadRoute(app, deps, await getSecret(deps.db, 'visitors'));
  moduleReviewRoutes(app, deps);
  reportRoute(app, deps);
};
