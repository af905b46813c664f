import { and, eq } from 'drizzle-orm';
import type { Db, Executor } from '../../../../platform/db/connect.ts';
import { modulePurchases, modules } from '../../schema.ts';

/** What somebody has bought, as it is stored. */
export type PurchaseRow = typeof modulePurchases.$inferSelect;

/** The purchase that stands now, and whether it is the one that was to be kept. */
interface Kept {
  /** Undefined where nothing was sold: the module is not on sale any more. */
  purchase: PurchaseRow | undefined;
  isNew: boolean;
}

/** What somebody has bought of this module; undefined while that is nothing. */
export async function findPurchase(db: Executor, moduleId: string, userId: string): Promise<PurchaseRow | undefined> {
  const own = and(eq(modulePurchases.moduleId, moduleId), eq(modulePurchases.userId, userId));
  return (await db.select().from(modulePurchases).where(own))[0];
}

/**
 * Keeps what was paid for, if the module is still on sale and this person has not bought it before. Whoever takes it out of
 * the catalogue or deletes it at the same time waits for this, or this for them.
 */
export function keepPurchase(db: Db, paid: typeof modulePurchases.$inferInsert): Promise<Kept> {
  return db.transaction(async (tx) => {
    const onSale = and(eq(modules.id, paid.moduleId), eq(modules.status, 'published'));
    const held = await tx.select({ id: modules.id }).from(modules).where(onSale).for('share');
    const kept = held.length === 0 ? [] : await tx.insert(modulePurchases).values(paid).onConflictDoNothing().returning();
    return { purchase: kept[0] ?? (await findPurchase(tx, paid.moduleId, paid.userId)), isNew: kept.length > 0 };
  });
}
