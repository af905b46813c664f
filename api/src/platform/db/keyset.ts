import { Column, is, SQL, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';

/** A sort key, and its value in the row that a page starts after. The value of an expression is SQL, with its type. */
export type CursorKey = [key: Column | SQLWrapper, value: unknown];

/** Converts a cursor key to SQL. The cast lets an index of the keys support the comparison. */
const toSql = ([key, value]: CursorKey): SQL =>
  is(key, Column) && !is(value, SQL) ? sql`${sql.param(value, key)}::${sql.raw(key.getSQLType())}` : sql`${value}`;

/** Condition for rows after a cursor in a list that is sorted by these keys. All keys must be descending, and the last one unique. */
export const afterCursor = (...keys: CursorKey[]): SQL =>
  sql`(${sql.join(
    keys.map(([key]) => sql`${key}`),
    sql`, `,
  )}) < (${sql.join(keys.map(toSql), sql`, `)})`;
