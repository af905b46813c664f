import { json } from '@solvent/contracts/schemas';
import type { TypeOf } from '@solvent/contracts/schemas';
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

/** Types `collect` by the fields. */
export const defineExporter = <Own extends Fields>(exporter: {
  fields: Own;
  collect(tx: Tx, user: UserRow): Promise<{ [Name in keyof Own]: TypeOf<Own[Name]> }>;
  list?: ExportedList;
}): Exporter => exporter;

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
