import { and, desc, eq, exists, inArray, isNull, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import * as yup from 'yup';
import { IS_MALWARE, isTakenDown } from '../moderation/index.ts';
import { files, moduleDownloads, moduleMedia, modulePurchases, modules } from '../../schema/index.ts';
import type { FileRow, ModuleRow, savedModules } from '../../schema/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { AppError } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';

/** The `:id` of a module's path is an id or a slug. */
export const moduleParams = yup.object({ id: yup.string().required().max(200) });

const { id, slug, title, tagKeys, authorId, status, priceCents, version, deletedAt } = modules;
const COLUMNS = { id, slug, title, tagKeys, authorId, status, priceCents, version, deletedAt };

export interface VisibleModule extends Pick<ModuleRow, keyof typeof COLUMNS> {
  isOwn: boolean;
  /** The viewer bought it, or downloaded it while it is free. */
  isOwned: boolean;
}

type UserTable = typeof modulePurchases | typeof moduleDownloads | typeof savedModules;

/** Returns whether the table has a row of the user for the module of the outer query. */
export const hasRow = (db: Executor, table: UserTable, userId: string | SQLWrapper): SQL => {
  const own = and(eq(table.moduleId, modules.id), eq(table.userId, userId));
  return exists(db.select({ id: table.moduleId }).from(table).where(own));
};

const isMalware = (db: Executor): SQL => isTakenDown(db, modules.id, IS_MALWARE);

/** Modules that a user may see: published ones, own ones that are not deleted, and bought ones unless they are malware. */
export const isVisibleTo = (db: Executor, viewerId: string): SQL | undefined =>
  or(
    eq(modules.status, 'published'),
    and(eq(modules.authorId, viewerId), isNull(modules.deletedAt)),
    and(hasRow(db, modulePurchases, viewerId), not(isMalware(db))),
  );

const [ID_PLACEHOLDER, SLUG_PLACEHOLDER] = [sql.placeholder('id'), sql.placeholder('slug')];
// The subquery hides a null viewer from the planner, which would otherwise replan on each execution.
export const VIEWER = sql`(SELECT ${sql.placeholder('viewerId')}::uuid)`;
export const MATCHES_PATH = or(eq(modules.id, ID_PLACEHOLDER), eq(modules.slug, SLUG_PLACEHOLDER));
// A slug may look like another module's id.
export const BY_ID_FIRST = desc(sql`${modules.id} IS NOT DISTINCT FROM ${ID_PLACEHOLDER}`);

/** Values of the placeholders above. */
export const toLookupValues = (idOrSlug: string, viewerId: string | undefined) => ({
  id: isId(idOrSlug) ? idOrSlug : null,
  slug: idOrSlug,
  viewerId: viewerId ?? null,
});

export const visibleColumns = (db: Executor) => ({
  ...COLUMNS,
  bought: sql<boolean>`${hasRow(db, modulePurchases, VIEWER)}`,
  downloaded: sql<boolean>`${hasRow(db, moduleDownloads, VIEWER)}`,
  isHarmful: sql<boolean>`${isMalware(db)}`,
});

type FoundModule = Pick<ModuleRow, keyof typeof COLUMNS> & Record<'bought' | 'downloaded' | 'isHarmful', boolean>;

/** Returns the module if the viewer may see it. @param createError creates the error for a hidden module */
export function assertVisible(
  viewerId: string | undefined,
  found: FoundModule,
  createError: (what: string) => AppError = notFound,
): VisibleModule {
  const { bought, downloaded, isHarmful, ...module } = found;
  const isOwn = module.authorId === viewerId && module.deletedAt === null;
  if (module.status !== 'published' && !isOwn && (!bought || isHarmful)) throw createError('This module');
  return { ...module, isOwn, isOwned: bought || (module.priceCents === 0 && downloaded) };
}

const moduleLookup = memoizeStatement((db, name) =>
  db.select(visibleColumns(db)).from(modules).where(MATCHES_PATH).orderBy(BY_ID_FIRST).limit(1).prepare(name),
);

/** Finds a module that the viewer may see (product 6.9). @param viewerId undefined for visitors */
export async function findVisibleModule(db: Executor, idOrSlug: string, viewerId: string | undefined): Promise<VisibleModule> {
  const [found] = await moduleLookup(db, 'module').execute(toLookupValues(idOrSlug, viewerId));
  if (found === undefined) throw notFound('This module');
  return assertVisible(viewerId, found);
}

export async function setMediaVisibility(tx: Tx, moduleId: string, visibility: FileRow['visibility']): Promise<void> {
  const media = tx.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  await tx.update(files).set({ visibility }).where(inArray(files.id, media));
}
