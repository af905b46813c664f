import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/db/connect.ts';
import { moduleFigures, modules } from '../schema.ts';
import { users } from '../../accounts/schema/users.ts';
import { MODULE_CARD_COLUMNS } from '../module-card.ts';
import type { ModuleCard } from '../module-card.ts';

/** Of modules that share a tag, so many of the most downloaded are compared: a common tag is on thousands. */
const COMPARED = 200;

/** How many of its tags another module has, too. */
const shared = (tagKeys: string[]) =>
  sql<number>`cardinality(ARRAY(SELECT unnest(${modules.tagKeys}) INTERSECT SELECT unnest(${sql.param(tagKeys)}::text[])))`;

/** One page of the published modules that share tags with a module: the most tags first, then the most downloaded. */
export async function listRelated(
  db: Executor,
  moduleId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ cards: ModuleCard[]; total: number }> {
  const [module] = await db.select({ tagKeys: modules.tagKeys }).from(modules).where(eq(modules.id, moduleId));
  const tagKeys = module?.tagKeys ?? [];
  const alike = and(
    eq(modules.status, 'published'),
    ne(modules.id, moduleId),
    sql`${modules.tagKeys} && ${sql.param(tagKeys)}::text[]`,
  );
  const compared = db
    .select({ id: modules.id, downloads: moduleFigures.downloads, shared: shared(tagKeys).as('shared') })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(alike)
    .orderBy(desc(moduleFigures.downloads), desc(moduleFigures.moduleId))
    .limit(COMPARED)
    .as('compared');
  const total = await db.$count(compared);
  const cards = await db
    .select(MODULE_CARD_COLUMNS)
    .from(compared)
    .innerJoin(modules, eq(modules.id, compared.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(desc(compared.shared), desc(compared.downloads), desc(compared.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { cards, total };
}
