import { and, desc, eq, exists, isNull, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { IS_MALWARE, isTakenDown } from '../moderation/service.ts';
import { moduleDownloads, modulePurchases, modules } from './schema.ts';
import type { ModuleRow } from './schema.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';

/** A module, and what the viewer has to do with it. */
export interface VisibleModule extends Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'tagKeys' | 'authorId' | 'status' | 'priceCents' | 'version'
> {
  /** The viewer wrote it, and did not delete it. */
  own: boolean;
  /** The viewer bought it, or downloaded a free one. */
  owned: boolean;
}

/** Whether this person bought the module of the query around it. @param userId null when it runs: nobody */
const boughtBy = (db: Executor, userId: string | SQLWrapper): SQL =>
  exists(
    db
      .select({ id: modulePurchases.id })
      .from(modulePurchases)
      .where(and(eq(modulePurchases.moduleId, modules.id), eq(modulePurchases.userId, userId))),
  );

const takenBy = (db: Executor, userId: SQLWrapper): SQL =>
  exists(
    db
      .select({ who: moduleDownloads.who })
      .from(moduleDownloads)
      .where(and(eq(moduleDownloads.moduleId, modules.id), eq(moduleDownloads.userId, userId))),
  );

/** Whether the module of the outer query is taken down as malware, so that its buyers do not have it either. */
const isMalware = (db: Executor): SQL => isTakenDown(db, modules.id, IS_MALWARE);

/** Modules that this user may see: published ones, own ones that are not deleted, and bought ones unless they are malware. */
export const seenBy = (db: Executor, viewerId: string): SQL | undefined =>
  or(
    eq(modules.status, 'published'),
    and(eq(modules.authorId, viewerId), isNull(modules.deletedAt)),
    and(boughtBy(db, viewerId), not(isMalware(db))),
  );

/** The places of a statement about the module that a path names: {@link valuesOf} fills them. */
const [ID, SLUG] = [sql.placeholder('id'), sql.placeholder('slug')];
/** In a subquery of its own: a planner that sees that nobody is signed in finds the plan for nobody so much better that it plans each time. */
export const VIEWER = sql`(SELECT ${sql.placeholder('viewerId')}::uuid)`;
/** The module that is named, and another one whose slug is written as its id. */
export const NAMED = or(eq(modules.id, ID), eq(modules.slug, SLUG));
/** By its id; else by its slug, also where that looks like an id. */
export const BY_ID_FIRST = desc(sql`${modules.id} IS NOT DISTINCT FROM ${ID}`);

/** What a statement with these places is given. @param viewerId absent for the signed-out */
export const valuesOf = (idOrSlug: string, viewerId: string | undefined) => ({
  id: isId(idOrSlug) ? idOrSlug : null,
  slug: idOrSlug,
  viewerId: viewerId ?? null,
});

/** What decides who may see a module. */
export const visibleColumns = (db: Executor) => ({
  id: modules.id,
  slug: modules.slug,
  title: modules.title,
  tagKeys: modules.tagKeys,
  authorId: modules.authorId,
  status: modules.status,
  priceCents: modules.priceCents,
  version: modules.version,
  deletedAt: modules.deletedAt,
  bought: sql<boolean>`${boughtBy(db, VIEWER)}`,
  taken: sql<boolean>`${takenBy(db, VIEWER)}`,
  isMalware: sql<boolean>`${isMalware(db)}`,
});

type FoundModule = Omit<VisibleModule, 'own' | 'owned'> &
  Pick<ModuleRow, 'deletedAt'> & { bought: boolean; taken: boolean; isMalware: boolean };

/**
 * What was found, if this viewer may see it.
 * @param refusal makes the error of what they may not see, or is not there
 * @throws AppError `not_found`, or what `refusal` makes
 */
export function visibleTo(
  viewerId: string | undefined,
  found: FoundModule | undefined,
  refusal = () => notFound('This module'),
): VisibleModule {
  if (found === undefined) throw refusal();
  const { bought, taken, isMalware: isHarmful, deletedAt, ...module } = found;
  const own = module.authorId === viewerId && deletedAt === null;
  if (module.status !== 'published' && !own && (!bought || isHarmful)) throw refusal();
  return { ...module, own, owned: bought || (module.priceCents === 0 && taken) };
}

const visible = memoizeStatement((db, name) =>
  db.select(visibleColumns(db)).from(modules).where(NAMED).orderBy(BY_ID_FIRST).limit(1).prepare(name),
);

/**
 * The module that a path names, if this viewer may see it (product 6.9).
 * @param viewerId absent for the signed-out
 * @throws AppError `not_found`, also for one that others alone may see
 */
export async function findVisible(db: Executor, idOrSlug: string, viewerId: string | undefined): Promise<VisibleModule> {
  const [found] = await visible(db, 'module').execute(valuesOf(idOrSlug, viewerId));
  return visibleTo(viewerId, found);
}
