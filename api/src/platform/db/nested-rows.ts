import { Column, is, SQL, sql } from 'drizzle-orm';
import type { AnyColumn, SQLWrapper } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

type Fields = { [name: string]: AnyColumn | SQL | SQL.Aliased | Fields };

type RowColumn = { row: SQL.Aliased };

/** Decoders by column: rows may be nested in rows. */
const decoders = new WeakMap<SQL, (rows: unknown[][]) => unknown>();

function decodeField(field: AnyColumn | SQL | SQL.Aliased, value: unknown): unknown {
  if (value === null) return value;
  if (is(field, Column)) return field.mapFromDriverValue(value);
  const decodeRows = is(field, SQL) ? decoders.get(field) : undefined;
  return decodeRows === undefined ? value : decodeRows(value as unknown[][]);
}

const isGroup = (field: Fields[string]): field is Fields => !is(field, Column) && !is(field, SQL) && !is(field, SQL.Aliased);

const flatten = (fields: Fields): SQLWrapper[] =>
  Object.values(fields).flatMap((field) => (isGroup(field) ? flatten(field) : [field]));

/** Restores the groups of a row from its values, which are in the order of {@link flatten}. */
function decodeRow(fields: Fields, values: Iterator<unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => {
    if (isGroup(field)) return [name, decodeRow(field, values)];
    const { value }: IteratorResult<unknown> = values.next();
    return [name, decodeField(field, value)];
  });
  return Object.fromEntries(entries);
}

/** A table with one row, for statements that select only subqueries. */
export const ONE_ROW = sql`(SELECT) AS one_row`;

/** Number of rows without the limit. */
export const TOTAL_COUNT = sql<number>`(count(*) OVER ())::int`.as('total');

/**
 * Selects the ordered rows of a subquery as one column, so that one statement reads a page with its lists.
 * @param buildQuery must select only the given column, and may refer to tables of the outer query
 */
export function nestedRows<Selected extends Fields>(
  fields: Selected,
  buildQuery: (column: RowColumn) => SQLWrapper,
): SQL<SelectResultFields<Selected>[]> {
  const row = sql`json_build_array(${sql.join(flatten(fields), sql`, `)})`.as('row');
  const rows = sql`(SELECT coalesce(json_agg(nested.row), '[]') FROM (${buildQuery({ row })}) AS nested)`;
  const decodeRows = (found: unknown[][]) => found.map((values) => decodeRow(fields, values.values()));
  const column = rows.mapWith(decodeRows) as SQL<SelectResultFields<Selected>[]>;
  decoders.set(column, decodeRows);
  return column;
}
