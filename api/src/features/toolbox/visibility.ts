import { and, desc, eq, exists, isNull, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { IS_MALWARE, isTakenDown } from '../moderation/index.ts';
import { moduleDownloads, modulePurchases, modules } from '../../schema/index.ts';
import type { ModuleRow, savedModules } from '../../schema/index.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';

export interface VisibleModule extends Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'tagKeys' | 'authorId' | 'status' | 'priceCents' | 'version'
> {
  isOwn: boolean;
  /** The viewer bought it, or downloaded it while it is free. */
  isOwned: boolean;
}

type UserTable = typeof modulePurchases | typeof moduleDownloads | typeof savedModules;

/** Whether the table has a row of the user for the module of the outer query. */
export const hasRow = (db: Executor, table: UserTable, userId: string | SQLWrapper): SQL =>
  exists(
    db
      .select({ id: table.moduleId })
      .from(table)
      .where(and(eq(table.moduleId, modules.id), eq(table.userId, userId))),
  );

const isMalware = (db: Executor): SQL => isTakenDown(db, modules.id, IS_MALWARE);

/** Modules that a user may see: published ones, own ones that are not deleted, and bought ones unless they are malware. */
export const isVisibleTo = (db: Executor, viewerId: string): SQL | undefined =>
  or(
    eq(modules.status, 'published'),
    and(eq(modules.authorId, viewerId), isNull(modules.deletedAt)),
    and(hasRow(db, modulePurchases, viewerId), not(isMalware(db))),
  );

const [ID, SLUG] = [sql.placeholder('id'), sql.placeholder('slug')];
// The subquery hides a null viewer from the planner, which would otherwise replan on each execution.
export const VIEWER = sql`(SELECT ${sql.placeholder('viewerId')}::uuid)`;
export const MATCHES_PATH = or(eq(modules.id, ID), eq(modules.slug, SLUG));
// A slug may look like another module's id.
export const BY_ID_FIRST = desc(sql`${modules.id} IS NOT DISTINCT FROM ${ID}`);

/** Values of the placeholders above. */
export const toLookupValues = (idOrSlug: string, viewerId: string | undefined) => ({
  id: isId(idOrSlug) ? idOrSlug : null,
  slug: idOrSlug,
  viewerId: viewerId ?? null,
});

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
  bought: sql<boolean>`${hasRow(db, modulePurchases, VIEWER)}`,
  downloaded: sql<boolean>`${hasRow(db, moduleDownloads, VIEWER)}`,
  isMalware: sql<boolean>`${isMalware(db)}`,
});

type FoundModule = Omit<VisibleModule, 'isOwn' | 'isOwned'> &
  Pick<ModuleRow, 'deletedAt'> & { bought: boolean; downloaded: boolean; isMalware: boolean };

/** Returns the module if the viewer may see it. @param createError creates the error for hidden and missing modules */
export function assertVisible(
  viewerId: string | undefined,
  found: FoundModule | undefined,
  createError = () => notFound('This module'),
): VisibleModule {
  if (found === undefined) throw createError();
  const { bought, downloaded, isMalware: isHarmful, deletedAt, ...module } = found;
  const isOwn = module.authorId === viewerId && deletedAt === null;
  if (module.status !== 'published' && !isOwn && (!bought || isHarmful)) throw createError();
  return { ...module, isOwn, isOwned: bought || (module.priceCents === 0 && downloaded) };
}

const moduleLookup = memoizeStatement((db, name) =>
  db.select(visibleColumns(db)).from(modules).where(MATCHES_PATH).orderBy(BY_ID_FIRST).limit(1).prepare(name),
);

/** Finds a module that the viewer may see (product 6.9). @param viewerId undefined for visitors @throws AppError `not_found` */
export async function findVisibleModule(db: Executor, idOrSlug: string, viewerId: string | undefined): Promise<VisibleModule> {
  const [found] = await moduleLookup(db, 'module').execute(toLookupValues(idOrSlug, viewerId));
  return assertVisible(viewerId, found);
}
