import { and, desc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import * as yup from 'yup';
import type { Executor } from '../../platform/db/connect.ts';
import { moduleDownloads, modulePurchases, modules } from './schema.ts';
import type { ModuleRow } from './schema.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/realtime/is-id.ts';

/** The path's `:id` where modules are named: an id or a slug. */
export const moduleParams = yup.object({ id: yup.string().required().max(200) });

/** A module, and what the viewer has to do with it. */
export interface VisibleModule extends Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'authorId' | 'status' | 'priceCents' | 'version'
> {
  /** The viewer wrote it, and did not delete it. */
  own: boolean;
  /** The viewer bought it, or downloaded a free one. */
  owned: boolean;
}

const NOBODY = sql<boolean>`false`;

/** Whether this person bought the module of the query. */
const boughtBy = (db: Executor, userId: string): SQL =>
  exists(
    db
      .select({ id: modulePurchases.id })
      .from(modulePurchases)
      .where(and(eq(modulePurchases.moduleId, modules.id), eq(modulePurchases.userId, userId))),
  );

const takenBy = (db: Executor, userId: string): SQL =>
  exists(
    db
      .select({ who: moduleDownloads.who })
      .from(moduleDownloads)
      .where(and(eq(moduleDownloads.moduleId, modules.id), eq(moduleDownloads.userId, userId))),
  );

/** Modules that this person may see: published ones, their own that they did not delete, and what they bought. */
export const seenBy = (db: Executor, viewerId: string): SQL | undefined =>
  or(eq(modules.status, 'published'), and(eq(modules.authorId, viewerId), isNull(modules.deletedAt)), boughtBy(db, viewerId));

/** By its id; else by its slug, also where that looks like an id. */
function named(idOrSlug: string): SQL | undefined {
  const bySlug = eq(modules.slug, idOrSlug);
  return isId(idOrSlug) ? or(eq(modules.id, idOrSlug), bySlug) : bySlug;
}

/**
 * The module that a path names, if this viewer may see it (api "Who may do what").
 * @param viewerId absent for the signed-out
 * @throws AppError `not_found`, also for one that others alone may see
 */
export async function findVisible(db: Executor, idOrSlug: string, viewerId: string | undefined): Promise<VisibleModule> {
  const { id, slug, title, authorId, status, priceCents, version, deletedAt } = modules;
  const bought = viewerId === undefined ? NOBODY : sql<boolean>`${boughtBy(db, viewerId)}`;
  const taken = viewerId === undefined ? NOBODY : sql<boolean>`${takenBy(db, viewerId)}`;
  const [found] = await db
    .select({ id, slug, title, authorId, status, priceCents, version, deletedAt, bought, taken })
    .from(modules)
    .where(named(idOrSlug))
    .orderBy(desc(sql`${modules.id}::text = ${idOrSlug.toLowerCase()}`))
    .limit(1);
  if (found === undefined) throw notFound('This module');
  const { bought: isBought, taken: isTaken, deletedAt: gone, ...module } = found;
  const own = module.authorId === viewerId && gone === null;
  if (module.status !== 'published' && !own && !isBought) throw notFound('This module');
  return { ...module, own, owned: isBought || (module.priceCents === 0 && isTaken) };
}
