import { and, desc, eq } from 'drizzle-orm';
import type { SQL, SQLWrapper, Subquery } from 'drizzle-orm';
import type { ProblemSort } from '@solvent/contracts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { problems } from '../schema/problems.ts';
import { users } from '../../accounts/schema/users.ts';
import type { ProblemCard } from './presenter.ts';
import { behind, orderOf } from './query.ts';
import type { Place, Stretch } from './query.ts';
import { rankOf } from './search.ts';

/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** What a card shows: never the body, which is most of a problem. */
export const CARD_COLUMNS = {
  id: problems.id,
  title: problems.title,
  description: problems.description,
  category: problems.category,
  tags: problems.tags,
  bidCount: problems.bidCount,
  status: problems.status,
  budget: problems.budget,
  createdAt: problems.createdAt,
  poster: { id: users.id, name: users.name, image: users.image },
};

/** The cards that `page` names, in the order of the list. */
function cardsOf(db: Executor, page: Subquery, id: SQLWrapper, order: SQL[]): Promise<ProblemCard[]> {
  return db
    .select(CARD_COLUMNS)
    .from(page)
    .innerJoin(problems, eq(problems.id, id))
    .innerJoin(users, eq(users.id, problems.userId))
    .orderBy(...order);
}

function cardsAlong(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: Stretch,
): Promise<ProblemCard[]> {
  return db
    .select(CARD_COLUMNS)
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(condition)
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset);
}

/** Rows that are passed over cost more when they are cards already. */
const SHORT_WAY = 100;

/**
 * A stretch of the list, along an index; far from its beginning ids first, then the few rows that they name.
 * @param place what the stretch's offset counts from; absent: the beginning of the list
 */
export async function stretchOf(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: Stretch,
  place?: Place,
): Promise<ProblemCard[]> {
  const rest = place === undefined ? condition : and(condition, behind(sort, place));
  if (offset <= SHORT_WAY) return cardsAlong(db, rest, sort, { limit, offset });
  const ids = db.select({ id: problems.id }).from(problems).where(rest);
  const page = ids
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, orderOf(sort));
}

/** A stretch of a list that is short: what it is sorted by is taken of all, what is shown of a stretch alone. */
export async function stretchOfFew(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: Stretch,
): Promise<ProblemCard[]> {
  const { id, createdAt, budget, bidCount } = problems;
  const found = db.select({ id, createdAt, budget, bidCount }).from(problems).where(condition).limit(ALL).as('found');
  const page = db
    .select({ id: found.id })
    .from(found)
    .orderBy(...orderOf(sort, found))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, orderOf(sort));
}

/**
 * A stretch with the best matches first, the newest of those that match alike.
 * @param condition matches, found by the index of words; or on the way, where just `newest` of them are candidates
 */
export async function stretchOfBest(
  db: Db,
  condition: SQL | undefined,
  prepared: string,
  { limit, offset }: Stretch,
  newest?: number,
): Promise<ProblemCard[]> {
  const all = db.select({ id: problems.id, createdAt: problems.createdAt, rank: rankOf(prepared) }).from(problems);
  const matching = all.where(condition);
  const found = (newest === undefined ? matching.limit(ALL) : matching.orderBy(...orderOf('newest')).limit(newest)).as('found');
  const page = db
    .select({ id: found.id, rank: found.rank })
    .from(found)
    .orderBy(desc(found.rank), desc(found.createdAt), desc(found.id))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, [desc(page.rank), ...orderOf('newest')]);
}
