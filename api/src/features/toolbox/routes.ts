import { PAGE_SIZES } from '@solvent/contracts';
import type { PageQuery } from '@solvent/contracts';
import { moduleReportRules } from '@solvent/contracts/rules';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { doneResponse, moduleListResponse, moduleResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import * as yup from 'yup';
import { PERSON_COLUMNS, requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { moduleFigures, moduleReports, modules, savedModules, users } from '../../schema/index.ts';
import { contentsRoute, downloadRoute } from './download.ts';
import { MODULE_CARD_COLUMNS, MODULE_CARD_OWN_COLUMNS, presentModuleCard, presentListedCard, readModule } from './queries.ts';
import { purchaseRoutes } from './purchases.ts';
import { moduleReviewRoutes } from './reviews.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { findVisibleModule, isVisibleTo, moduleParams } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';

/** Compares the most downloaded modules that share a tag, five per module shown: thousands share a common tag. */
const MAX_CANDIDATES = 20;

const relatedCandidates = memoizeStatement((db) => {
  const sharesTag = hasAnyTag(modules.tagKeys, sql.placeholder('tagKeys'));
  const found = db
    .select({ ...MODULE_CARD_OWN_COLUMNS, tagKeys: modules.tagKeys })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(and(eq(modules.status, 'published'), ne(modules.id, sql.placeholder('id')), sharesTag))
    .orderBy(desc(moduleFigures.downloads), desc(moduleFigures.moduleId))
    .limit(MAX_CANDIDATES)
    .as('found');
  return db
    .select({ ...found._.selectedFields, author: PERSON_COLUMNS })
    .from(found)
    .innerJoin(users, eq(users.id, found.authorId))
    .orderBy(desc(found.downloads), desc(found.id))
    .prepare('');
});

/** Lists the modules with the most shared tags first, then the most downloads. */
async function listRelated(db: Executor, { id, tagKeys }: VisibleModule, { page, limit }: PageQuery) {
  const candidates = await relatedCandidates(db, '').execute({ id, tagKeys });
  const countShared = (keys: string[]) => new Set(keys.filter((key) => tagKeys.includes(key))).size;
  const sorted = candidates.toSorted((one, other) => countShared(other.tagKeys) - countShared(one.tagKeys));
  return { cards: sorted.slice((page - 1) * limit, page * limit), total: sorted.length };
}

const RELATED_COUNT = 4;
const tags = ['modules'];

function detailRoutes(app: App, deps: Deps): void {
  const config = { access: 'anyone' } as const;
  const schema = { tags, params: moduleParams };

  app.get('/modules/:id', { config, schema: { ...schema, response: { 200: moduleResponse } } }, async ({ params, caller }) => ({
    module: await readModule(deps, params.id, caller?.user.id),
  }));

  const querystring = yup.object(pagingFields(RELATED_COUNT));
  const listed = { ...schema, querystring, response: { 200: moduleListResponse } };
  app.get('/modules/:id/related', { config, schema: listed }, async ({ params, query, caller }) => {
    const module = await findVisibleModule(deps.db, params.id, caller?.user.id);
    const { cards, total } = await listRelated(deps.db, module, query);
    return { modules: cards.map(presentModuleCard), ...buildPaging(query, total) };
  });
}

function savedRoutes(app: App, { db, fileLinks }: Deps): void {
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

  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));
  const listed = { tags, querystring, response: { 200: moduleListResponse } };
  app.get('/modules/saved', { config: { access }, schema: listed }, async (request) => {
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
    return { modules: cards.map((card) => presentListedCard(card, fileLinks)), ...buildPaging(request.query, total) };
  });
}

function reportRoute(app: App, { db }: Deps): void {
  const config = { access: 'anyone', limit: 'report' } as const;
  const schema = { tags, params: moduleParams, body: moduleReportRules, response: { 201: doneResponse } };
  app.post('/modules/:id/reports', { config, schema }, async ({ params, body, caller }, reply) => {
    const userId = caller?.user.id;
    const { id: moduleId, isOwn } = await findVisibleModule(db, params.id, userId);
    if (isOwn) throw new AppError('conflict', 'You can’t report your own module. You can edit or unpublish it.');
    await db.insert(moduleReports).values({ ...body, moduleId, userId, createdAt: new Date() });
    reply.code(201);
    return {};
  });
}

/** A module's page and its actions (product 7.10). */
export const modulesFeature: Feature<Deps> = async (app, deps) => {
  detailRoutes(app, deps);
  savedRoutes(app, deps);
  contentsRoute(app, deps);
  purchaseRoutes(app, deps);
  await downloadRoute(app, deps);
  moduleReviewRoutes(app, deps);
  reportRoute(app, deps);
};
