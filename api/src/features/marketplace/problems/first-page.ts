import { eq, sql } from 'drizzle-orm';
import type { Placeholder } from 'drizzle-orm';
import type { ProblemSort } from '@solvent/contracts';
import { BROWSE } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { problems } from '../schema/problems.ts';
import { users } from '../../accounts/schema/users.ts';
import type { ProblemCard } from './presenter.ts';
import { conditionOf, orderOf } from './query.ts';
import type { ProblemFilter, Stretch } from './query.ts';
import { CARD_COLUMNS } from './stretch.ts';

/** What a first page may be filtered by and still be a known one: each of them is one comparison. */
type PlainFilter = Omit<ProblemFilter, 'tags'>;
const PLAIN = ['price_min', 'price_max', 'category', 'status'] as const satisfies (keyof PlainFilter)[];
type Given = (typeof PLAIN)[number][];

interface Statement {
  execute(values: PlainFilter): Promise<ProblemCard[]>;
}

/** The statements of each database, by what they filter and how they sort: a few dozen at most. */
const statements = new WeakMap<Db, Map<string, Statement>>();

function prepare(db: Db, given: Given, sort: ProblemSort, name: string): Statement {
  const places = Object.fromEntries(given.map((field) => [field, sql.placeholder(field)])) as Record<string, Placeholder>;
  return db
    .select(CARD_COLUMNS)
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(conditionOf(places))
    .orderBy(...orderOf(sort))
    .limit(BROWSE.pageSize)
    .prepare(name);
}

/** Whether a stretch is the one that everybody asks for first, without tags. */
export const isFirstPage = ({ tags }: ProblemFilter, { limit, offset }: Stretch): boolean =>
  tags === undefined && offset === 0 && limit === BROWSE.pageSize;

/**
 * The first page of a long list, along its order's index: the statement is built once, and planned once for each connection
 * (half of the time that the page takes). Only where {@link isFirstPage}.
 */
export function firstPage(db: Db, filter: PlainFilter, sort: ProblemSort): Promise<ProblemCard[]> {
  const given = PLAIN.filter((field) => filter[field] !== undefined);
  const name = ['problems', sort, ...given].join('-');
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(name) ?? prepare(db, given, sort, name);
  known.set(name, statement);
  return statement.execute(filter);
}
