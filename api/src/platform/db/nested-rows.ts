import { Column, is, SQL, sql } from 'drizzle-orm';
import type { AnyColumn, SQLWrapper } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

/** What of each row is wanted, in groups as a query's own selection has them. */
type Fields = { [name: string]: AnyColumn | SQL | SQL.Aliased | Fields };

/** The one column of a query whose rows are nested: hand it to `select`. */
type RowColumn = { row: SQL.Aliased };

/** How nested rows are read, by their column: rows may be nested in rows. */
const decoders = new WeakMap<SQL, (found: unknown[][]) => unknown>();

function decodeLeaf(field: AnyColumn | SQL | SQL.Aliased, value: unknown): unknown {
  if (value === null) return value;
  if (is(field, Column)) return field.mapFromDriverValue(value);
  const decodeRows = is(field, SQL) ? decoders.get(field) : undefined;
  // What has a decoder is an array of rows.
  return decodeRows === undefined ? value : decodeRows(value as unknown[][]);
}

const isGroup = (field: Fields[string]): field is Fields => !is(field, Column) && !is(field, SQL) && !is(field, SQL.Aliased);

const leavesOf = (fields: Fields): SQLWrapper[] =>
  Object.values(fields).flatMap((field) => (isGroup(field) ? leavesOf(field) : [field]));

/** One row again as it was selected: values come in the order of the leaves. */
function decode(fields: Fields, values: Iterator<unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => {
    if (isGroup(field)) return [name, decode(field, values)];
    const { value }: IteratorResult<unknown> = values.next();
    return [name, decodeLeaf(field, value)];
  });
  return Object.fromEntries(entries);
}

/** A table of one row without columns, for statements whose columns are queries. */
export const ONE_ROW = sql`(SELECT) AS one_row`;

/** In each row of a query with a limit: how many there are without it. */
export const TOTAL_COUNT = sql<number>`(count(*) OVER ())::int`.as('total');

/**
 * The rows of a query as one column of another: one statement reads a page with all its parts, where one for each part stood.
 * The query may name the tables of the one around it, and its order is kept.
 * @param fields what is selected of each row
 * @param from makes the query, which selects nothing but the column that it is given
 */
export function nestedRows<Selected extends Fields>(
  fields: Selected,
  from: (column: RowColumn) => SQLWrapper,
): SQL<SelectResultFields<Selected>[]> {
  const row = sql`json_build_array(${sql.join(leavesOf(fields), sql`, `)})`.as('row');
  const rows = sql`(SELECT coalesce(json_agg(nested.row), '[]') FROM (${from({ row })}) AS nested)`;
  // Each value is decoded by the column that it is of.
  const decodeRows = (found: unknown[][]) => found.map((values) => decode(fields, values.values()));
  const column = rows.mapWith(decodeRows) as SQL<SelectResultFields<Selected>[]>;
  decoders.set(column, decodeRows);
  return column;
}
