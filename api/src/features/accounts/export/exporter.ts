import { json } from '@solvent/contracts/schemas';
import type { JsonSchema, ObjectSchema } from '@solvent/contracts/schemas';
import { Column, getTableColumns, is, SQL } from 'drizzle-orm';
import type { Table } from 'drizzle-orm';
import { PgArray, PgInteger, PgUUID } from 'drizzle-orm/pg-core';
import type { PgColumn, PgSelectBuilder } from 'drizzle-orm/pg-core';
import { problems, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Record<string, Schema>;

/** A list that may be too long for memory. It is streamed page by page after the other properties. */
export interface ExportedList {
  name: string;
  item: Schema;
  /** Reads what fixes the list in the snapshot `tx`. @returns the pages, read later. @param until inclusive */
  open(tx: Tx, user: UserRow, until: Date): Promise<(db: Db) => AsyncIterable<object[]>>;
}

/** A feature's part of the document that users can download (product 2.14): an allow-list, with only names of other users. */
export interface Exporter {
  fields: Fields;
  collect(tx: Tx, user: UserRow): Promise<Record<string, unknown>>;
  list?: ExportedList;
}

export const problemColumns = { _id: problems.id, title: problems.title };
export const personColumns = { _id: users.id, name: users.name };

export const titledSchema = json.object({ _id: json.id, title: json.text });
export const namedSchema = json.object({ _id: json.id, name: json.text });
export const timeOrNull = json.orNull(json.time);

type IsoDates<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key];
};

/** Replaces dates by ISO 8601 strings; does not look into nested objects. */
export function toIsoDates<Row extends object>(row: Row): IsoDates<Row> {
  const entries = Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
  // `Object.fromEntries` loses the types of the properties.
  return Object.fromEntries(entries) as IsoDates<Row>;
}

/** Columns of a table except some: columns that are added later are exported without a further declaration. */
export function omitColumns<From extends Table, Name extends keyof From['_']['columns']>(table: From, ...names: Name[]) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !names.some((omitted) => omitted === name));
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(columns) as Omit<From['_']['columns'], Name>;
}

type Selection = Record<string, PgColumn | SQL | Record<string, PgColumn>>;

type ColumnSchema = JsonSchema<unknown>;

function describeValues(column: Column): ColumnSchema {
  if (is(column, PgArray)) return json.list(describeColumn(column.baseColumn));
  if (is(column, PgUUID)) return json.id;
  if (is(column, PgInteger)) return json.integer;
  if (column.enumValues !== undefined) return json.oneOf(column.enumValues);
  if (column.dataType === 'date') return json.time;
  if (column.dataType === 'boolean') return json.boolean;
  return column.dataType === 'number' ? json.number : json.text;
}

const describeColumn = (column: Column): ColumnSchema =>
  column.notNull ? describeValues(column) : json.orNull(describeValues(column));

/** @param given schemas of what no column describes: expressions, and rows that are null in a left join */
export function describeColumns(columns: Selection, given: Fields = {}): ObjectSchema<Record<string, unknown>> {
  const fields = Object.entries(columns).map(([name, value]): [string, Schema] => {
    const schema = given[name];
    if (schema !== undefined) return [name, schema];
    if (is(value, SQL)) throw new TypeError(`The exported expression ${name} has no schema.`);
    return [name, is(value, Column) ? describeColumn(value) : describeColumns(value)];
  });
  return json.object(Object.fromEntries(fields));
}

/** A property of the document, with its schema. */
export interface ExportedField {
  schema: Schema;
  read(tx: Tx, user: UserRow): Promise<unknown>;
}

/** Rows with these columns, described by the columns' types. Dates are exported as ISO 8601 strings. */
export const exportRows = (
  columns: Selection,
  query: (select: PgSelectBuilder<Selection>, user: UserRow) => PromiseLike<object[]>,
  given?: Fields,
): ExportedField => ({
  schema: json.list(describeColumns(columns, given)),
  read: async (tx, user) => (await query(tx.select(columns), user)).map(toIsoDates),
});

/** An exporter of these properties. */
export const exportFields = (properties: Record<string, ExportedField>): Exporter => ({
  fields: Object.fromEntries(Object.entries(properties).map(([name, { schema }]) => [name, schema])),
  async collect(tx, user) {
    const document: Record<string, unknown> = {};
    for (const [name, { read }] of Object.entries(properties)) document[name] = await read(tx, user);
    return document;
  },
});
