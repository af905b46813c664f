import { eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ModuleSort } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { moduleFigures, modules } from '../schema.ts';
import { users } from '../../accounts/schema/users.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createMemory } from '../../../platform/memory/memory.ts';
import type { Memory } from '../../../platform/memory/memory.ts';
import { MODULE_CARD_COLUMNS } from '../module-card.ts';
import type { ModuleCard } from '../module-card.ts';
import { conditionsOf, orderOf, SORT_KEYS } from './query.ts';
import type { Conditions, ModulesFilter } from './query.ts';

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through an order's index. */
const FEW = 2000;
/** Further from its beginning than this, a list is sorted whole, too: that takes no longer than walking there. */
const FAR = 1000;
/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** What a list of modules asks for. */
export interface ModulesQuery extends ModulesFilter {
  sort: ModuleSort;
  page: number;
  limit: number;
}

/** How many modules match each filter, where they are many: those may be half a minute old. */
export const createTotals = (): Memory<number> => createMemory({ life: 10_000, grace: 20_000, size: 500, atOnce: 2 });

async function countUpTo(db: Db, condition: SQL | undefined, most: number): Promise<number> {
  return db.$count(db.select({ id: modules.id }).from(modules).where(condition).limit(most).as('some'));
}

/** Few are counted each time; many, where that was not done lately. */
async function totalOf(db: Db, totals: Memory<number>, filter: ModulesFilter, { atOnce }: Conditions, pay: Pay): Promise<number> {
  const { search, tags, price, author } = filter;
  const key = JSON.stringify([search, tags, price, author]);
  const countAll = () => db.$count(modules, atOnce);
  if (totals.recall(key) !== undefined) return totals.get(key, countAll);
  const some = await countUpTo(db, atOnce, FEW + 1);
  if (some <= FEW) return some;
  if (tags !== undefined) await pay();
  return totals.get(key, countAll);
}

/** The ids of one page, with what they are sorted by and nothing else: most rows that are looked at are not shown. */
function pageOf(db: Db, { atOnce, onTheWay }: Conditions, { sort, page, limit }: ModulesQuery, total: number) {
  const offset = (page - 1) * limit;
  const keys = db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id));
  if (total > FEW && offset <= FAR) {
    const walked = keys.where(onTheWay).orderBy(...orderOf(sort));
    return walked.limit(limit).offset(offset).as('page');
  }
  const gathered = keys.where(atOnce).limit(ALL).as('gathered');
  const sorted = db
    .select()
    .from(gathered)
    .orderBy(...orderOf(sort, gathered));
  return sorted.limit(limit).offset(offset).as('page');
}

/**
 * One page of the published modules, and how many match in all.
 * @param pay is asked before what costs more than a page; a search has paid
 */
export async function listModules(
  db: Db,
  totals: Memory<number>,
  query: ModulesQuery,
  pay: Pay,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const conditions = await conditionsOf(db, query);
  const total = await totalOf(db, totals, query, conditions, pay);
  const offset = (query.page - 1) * query.limit;
  if (offset >= total) return { cards: [], total };
  if (offset > FAR) await pay();
  const page = pageOf(db, conditions, query, total);
  const cards = await db
    .select(MODULE_CARD_COLUMNS)
    .from(page)
    .innerJoin(modules, eq(modules.id, page.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(...orderOf(query.sort, page));
  return { cards, total };
}
