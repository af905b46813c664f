import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ModuleSort } from '@solvent/contracts';
import type { Db } from '../../platform/db/connect.ts';
import { moduleFigures, modules } from '../../platform/db/schema/modules.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { users } from '../../platform/db/schema/users.ts';
import { MODULE_CARD_COLUMNS } from '../../platform/modules/module-card.ts';
import type { ModuleCard } from '../../platform/modules/module-card.ts';

/** What a list of modules asks for. */
export interface ModulesQuery {
  search?: string | undefined;
  /** Comma-joined; a module with any of them matches, whatever their case. */
  tags?: string | undefined;
  price?: 'free' | 'paid' | undefined;
  /** A person's id: theirs alone. */
  author?: string | undefined;
  sort: ModuleSort;
  page: number;
  limit: number;
}

const POPULAR = [desc(moduleFigures.downloads), desc(moduleFigures.moduleId)];

const ORDERS: Record<ModuleSort, SQL[]> = {
  popular: POPULAR,
  newest: [desc(modules.releasedAt), desc(modules.id)],
  rating: [desc(moduleFigures.rating), ...POPULAR],
  price: [asc(modules.priceCents), ...POPULAR],
};

function conditionOf({ search, tags, price, author }: ModulesQuery): SQL | undefined {
  return and(
    eq(modules.status, 'published'),
    price === undefined ? undefined : price === 'free' ? eq(modules.priceCents, 0) : gt(modules.priceCents, 0),
    author === undefined ? undefined : eq(modules.authorId, author),
    hasAnyTag(modules.tagKeys, tags),
    // Stems of all words, or the letters of the title as they are typed.
    search
      ? sql`(${modules.search} @@ websearch_to_tsquery('english', ${search}) OR strpos(lower(${modules.title}), lower(${search})) > 0)`
      : undefined,
  );
}

/** One page of the published modules, and how many match in all. */
export async function listModules(db: Db, query: ModulesQuery): Promise<{ cards: ModuleCard[]; total: number }> {
  const condition = conditionOf(query);
  const cards = await db
    .select(MODULE_CARD_COLUMNS)
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(condition)
    .orderBy(...ORDERS[query.sort])
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { cards, total: await db.$count(modules, condition) };
}
