import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleListResponse, ModuleReportBody, PageQuery } from '@solvent/contracts';
import { moduleReportRules } from '@solvent/contracts/rules';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { and, desc, eq } from 'drizzle-orm';
import * as yup from 'yup';
import { requireCaller } from '../../access.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { App } from '../../platform/http/app.ts';
import { users } from '../accounts/schema.ts';
import { createFileLinks } from '../files/service.ts';
import type { FileLinks } from '../files/service.ts';
import { purchaseRoute } from './buying.ts';
import { contentsRoute } from './contents.ts';
import { downloadRoute } from './download.ts';
import { ownedRoutes } from './owned.ts';
import { MODULE_CARD_COLUMNS, moduleAnswer, moduleCardFields, presentModuleCard } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { moduleParams, previewFor, readModule } from './queries.ts';
import { listRelated } from './related.ts';
import { moduleReviewRoutes } from './reviews.ts';
import { moduleFigures, moduleReports, modules, savedModules } from './schema.ts';
import type { ModuleRow } from './schema.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { responseSchema, doneSchema, json } from '../../platform/http/response-schema.ts';
import { getSecret } from '../../platform/secrets/secret.ts';
import { pagingSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { PREVIEW_COLUMNS } from './queries.ts';
import { findVisible, seenBy } from './visibility.ts';

/** `{ modules }` and its paging. */
const moduleListAnswer = responseSchema<ModuleListResponse>(
  json.object({ modules: json.list(json.object(moduleCardFields)), ...pagingSchema }),
);

/** So many stand beside a module. */
const RELATED = 4;

const relatedQuery = yup.object(pagingFields(RELATED));

/** GET /modules/:id and GET /modules/:id/related. */
function detailRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const config = { access: 'anyone' } as const;
  const schema = { tags: ['modules'], params: moduleParams };

  app.get('/modules/:id', { config, schema: { ...schema, response: { 200: moduleAnswer } } }, async ({ params, caller }) => ({
    module: await readModule({ db, links }, params.id, caller?.user.id),
  }));

  app.get(
    '/modules/:id/related',
    { config, schema: { ...schema, querystring: relatedQuery, response: { 200: moduleListAnswer } } },
    async ({ params, query, caller }) => {
      const module = await findVisible(db, params.id, caller?.user.id);
      const { cards, total } = await listRelated(db, module, query);
      return { modules: cards.map(presentModuleCard), ...buildPaging(query, total) };
    },
  );
}

/** Keeps a module for somebody; one that is kept already stays where it is. @throws AppError `not_found` */
async function saveModule(db: Executor, userId: string, idOrSlug: string): Promise<void> {
  const { id } = await findVisible(db, idOrSlug, userId);
  await db.insert(savedModules).values({ userId, moduleId: id, savedAt: new Date() }).onConflictDoNothing();
}

/** Lets go of a module, if it is kept. @throws AppError `not_found` */
async function forgetModule(db: Executor, userId: string, idOrSlug: string): Promise<void> {
  const { id } = await findVisible(db, idOrSlug, userId);
  await db.delete(savedModules).where(and(eq(savedModules.userId, userId), eq(savedModules.moduleId, id)));
}

/** One page of what somebody keeps, the latest saved first; what they may not see any more is left out until it is back. */
async function listSaved(
  db: Executor,
  userId: string,
  { page, limit }: PageQuery,
): Promise<{ cards: (ModuleCard & Pick<ModuleRow, 'status'>)[]; total: number }> {
  const condition = and(eq(savedModules.userId, userId), seenBy(db, userId));
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

const tags = ['modules'];

const savedQuery = yup.object(pagingFields(PAGE_SIZES.modules));

/** PUT, DELETE /modules/:id/save and GET /modules/saved. */
function savedRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const access = 'signed-in';
  const config = { access, limit: 'saving' } as const;
  const schema = { tags, params: moduleParams, response: { 200: doneSchema } };

  app.put('/modules/:id/save', { config, schema }, async (request) => {
    await saveModule(db, requireCaller(request).user.id, request.params.id);
    return {};
  });

  app.delete('/modules/:id/save', { config, schema }, async (request) => {
    await forgetModule(db, requireCaller(request).user.id, request.params.id);
    return {};
  });

  app.get(
    '/modules/saved',
    { config: { access }, schema: { tags, querystring: savedQuery, response: { 200: moduleListAnswer } } },
    async (request) => {
      const { cards, total } = await listSaved(db, requireCaller(request).user.id, request.query);
      const saved = cards.map((card) => ({ ...presentModuleCard(card), previewImage: previewFor(card, links) }));
      return { modules: saved, ...buildPaging(request.query, total) };
    },
  );
}

/**
 * Keeps what somebody says against a module, for the team; it may be nothing but that there is something.
 * @param userId absent for a visitor
 * @throws AppError `not_found`; `conflict` for one's own module
 */
async function reportModule(
  db: Executor,
  userId: string | undefined,
  idOrSlug: string,
  { reason, description = '' }: ModuleReportBody,
): Promise<void> {
  const { id, own } = await findVisible(db, idOrSlug, userId);
  if (own) throw new AppError('conflict', 'This is your own module: you can change or unpublish it.');
  await db.insert(moduleReports).values({ moduleId: id, userId, reason, description, createdAt: new Date() });
}

/** POST /modules/:id/reports, also by visitors. */
function reportRoute(app: App, { db }: Deps): void {
  app.post(
    '/modules/:id/reports',
    {
      config: { access: 'anyone', limit: 'report' },
      schema: { tags: ['modules'], params: moduleParams, body: moduleReportRules, response: { 201: doneSchema } },
    },
    async (request, reply) => {
      await reportModule(db, request.caller?.user.id, request.params.id, request.body);
      reply.code(201);
      return {};
    },
  );
}

/** A module on its own page, and what people do there (product 7.10). */
export const modulesFeature: Feature = async (app, deps) => {
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
