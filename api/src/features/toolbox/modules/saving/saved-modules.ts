import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../../../platform/db/connect.ts';
import { moduleFigures, modules, savedModules } from '../../schema.ts';
import type { ModuleRow } from '../../schema.ts';
import { users } from '../../../accounts/schema/users.ts';
import { MODULE_CARD_COLUMNS } from '../../module-card.ts';
import type { ModuleCard } from '../../module-card.ts';
import { PREVIEW_COLUMNS } from '../../module-media.ts';
import { findVisible, seenBy } from '../../visible-module.ts';

/** Keeps a module for somebody; one that is kept already stays where it is. @throws AppError `not_found` */
export async function saveModule(db: Executor, userId: string, idOrSlug: string): Promise<void> {
  const { id } = await findVisible(db, idOrSlug, userId);
  await db.insert(savedModules).values({ userId, moduleId: id, savedAt: new Date() }).onConflictDoNothing();
}

/** Lets go of a module, if it is kept. @throws AppError `not_found` */
export async function forgetModule(db: Executor, userId: string, idOrSlug: string): Promise<void> {
  const { id } = await findVisible(db, idOrSlug, userId);
  await db.delete(savedModules).where(and(eq(savedModules.userId, userId), eq(savedModules.moduleId, id)));
}

/** One page of what somebody keeps, the latest saved first; what they may not see any more is left out until it is back. */
export async function listSaved(
  db: Executor,
  userId: string,
  { page, limit }: { page: number; limit: number },
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
