import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { ModuleReview, OwnModule } from '@solvent/contracts';
import type { Db } from '../../../../platform/db/connect.ts';
import { moduleFigures, modulePurchases, modules, moduleVersions } from '../../schema.ts';
import { users } from '../../../accounts/schema/users.ts';
import type { FileLinks } from '../../../files/signed-links.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard } from '../../module-card.ts';
import { PREVIEW_COLUMNS, previewFor } from '../../module-media.ts';
import { SALES_COLUMNS } from './earnings.ts';
import type { Sales } from './earnings.ts';

const NO_REVIEW: ModuleReview = { stage: 'done', reason: null, findings: [] };
const NO_SALES: Sales = { salesCents: 0, salesCount: 0 };

async function salesOf(db: Db, ids: string[]): Promise<Map<string, Sales>> {
  const rows = await db
    .select({ id: modulePurchases.moduleId, ...SALES_COLUMNS })
    .from(modulePurchases)
    .where(inArray(modulePurchases.moduleId, ids))
    .groupBy(modulePurchases.moduleId);
  return new Map(rows.map(({ id, ...sales }) => [id, sales]));
}

/** How the review of each module's last version stands. */
async function reviewsOf(db: Db, ids: string[]): Promise<Map<string, ModuleReview>> {
  const { moduleId: id, stage, reason, findings } = moduleVersions;
  const rows = await db
    .selectDistinctOn([id], { id, stage, reason, findings })
    .from(moduleVersions)
    .where(inArray(id, ids))
    .orderBy(id, desc(moduleVersions.createdAt), desc(moduleVersions.id));
  return new Map(rows.map(({ id: moduleId, ...review }) => [moduleId, review]));
}

/** One page of an author's modules in every state, newest first, and how many there are; not those that were deleted. */
export async function listOwn(
  { db, links }: { db: Db; links: FileLinks },
  authorId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ modules: OwnModule[]; total: number }> {
  const own = and(eq(modules.authorId, authorId), isNull(modules.deletedAt));
  const rows = await db
    .select({ ...MODULE_CARD_COLUMNS, ...PREVIEW_COLUMNS })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(own)
    .orderBy(desc(modules.releasedAt), desc(modules.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const ids = rows.map(({ id }) => id);
  const [sales, reviews] = [await salesOf(db, ids), await reviewsOf(db, ids)];
  const listed = rows.map(({ status, ...card }) => ({
    ...presentModuleCard(card),
    previewImage: previewFor({ status, previewImage: card.previewImage }, links),
    status,
    review: reviews.get(card.id) ?? NO_REVIEW,
    ...(sales.get(card.id) ?? NO_SALES),
  }));
  return { modules: listed, total: await db.$count(modules, own) };
}
