import { json, userSchema } from '@solvent/contracts/schemas';
import type { JsonSchema, ObjectSchema } from '@solvent/contracts/schemas';
import { Column, getTableColumns, is, SQL, desc, eq, sql } from 'drizzle-orm';
import type { Table } from 'drizzle-orm';
import { PgArray, PgInteger, PgUUID } from 'drizzle-orm/pg-core';
import type { PgColumn, PgSelectBuilder } from 'drizzle-orm/pg-core';
import { problems, users, knownDevices, personBlocks, sessions, socialIdentities } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { Readable } from 'node:stream';
import { requireCaller } from '../access.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { presentUser } from '../auth/users.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Record<string, Schema>;

/**
 * A feature's properties of the document that users can download (product 2.14), with only names of other users. Nothing drops fields
 * that its schema lacks: name each field that is returned.
 */
export interface Exporter {
  fields: Fields;
  collect(tx: Tx, user: UserRow): Promise<Record<string, unknown>>;
  /** A list that may be too long for memory. It is streamed page by page after the other properties. */
  list?: {
    name: string;
    item: Schema;
    /** Reads what fixes the list in the snapshot `tx`. @returns the pages, read later. @param until inclusive */
    open(tx: Tx, user: UserRow, until: Date): Promise<(db: Db) => AsyncIterable<object[]>>;
  };
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

function describeValues(column: Column): JsonSchema<unknown> {
  if (is(column, PgArray)) return json.list(describeValues(column.baseColumn));
  if (is(column, PgUUID)) return json.id;
  if (is(column, PgInteger)) return json.integer;
  if (column.enumValues !== undefined) return json.oneOf(column.enumValues);
  if (column.dataType === 'date') return json.time;
  if (column.dataType === 'boolean') return json.boolean;
  return column.dataType === 'number' ? json.number : json.text;
}

/** @param given schemas of what no column describes: expressions, and rows that are null in a left join */
export function describeColumns(columns: Selection, given: Fields = {}): ObjectSchema<Record<string, unknown>> {
  const fields = Object.entries(columns).map(([name, value]): [string, Schema] => {
    const schema = given[name];
    if (schema !== undefined) return [name, schema];
    if (is(value, SQL)) throw new TypeError(`The exported expression ${name} has no schema.`);
    if (!is(value, Column)) return [name, describeColumns(value)];
    return [name, value.notNull ? describeValues(value) : json.orNull(describeValues(value))];
  });
  return json.object(Object.fromEntries(fields));
}

/** A property of the document, with its schema. */
export interface ExportedField {
  schema: Schema;
  read(tx: Tx, user: UserRow): Promise<unknown>;
}

/** Exports rows with these columns, described by the columns' types. */
export const exportRows = (
  columns: Selection,
  query: (select: PgSelectBuilder<Selection>, user: UserRow) => PromiseLike<object[]>,
  given?: Fields,
): ExportedField => ({
  schema: json.list(describeColumns(columns, given)),
  read: async (tx, user) => query(tx.select(columns), user),
});

export const exportFields = (properties: Record<string, ExportedField>): Exporter => ({
  fields: Object.fromEntries(Object.entries(properties).map(([name, { schema }]) => [name, schema])),
  async collect(tx, user) {
    const document: Record<string, unknown> = {};
    for (const [name, { read }] of Object.entries(properties)) document[name] = await read(tx, user);
    return document;
  },
});

/** Schema of the document, for OpenAPI. */
function buildExportSchema(exporters: readonly Exporter[]): JsonSchema<object> {
  const fields = Object.fromEntries(exporters.flatMap((exporter) => Object.entries(exporter.fields)));
  const lists = Object.fromEntries(exporters.flatMap(({ list }) => (list ? [[list.name, json.list(list.item)]] : [])));
  return json.object({ status: json.boolean, exportedAt: json.time, ...fields, ...lists });
}

async function* listProperty(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const items of pages) {
    yield separator + items.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield ']';
}

/** Yields a user's data as one JSON document in chunks, because there can be hundreds of thousands of messages. */
export async function* streamUserExport(
  db: Db,
  user: UserRow,
  now: Date,
  exporters: readonly Exporter[],
): AsyncGenerator<string> {
  const document: Record<string, unknown> = { status: true, exportedAt: now };
  const lists: [name: string, read: (from: Db) => AsyncIterable<object[]>][] = [];
  await db.transaction(
    async (tx) => {
      for (const { collect, list } of exporters) {
        Object.assign(document, await collect(tx, user));
        if (list !== undefined) lists.push([list.name, await list.open(tx, user, now)]);
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  yield JSON.stringify(document).slice(0, -1);
  for (const [name, read] of lists) yield* listProperty(name, read(db));
  yield '}';
}

export const exportFeature: Feature<Deps> = (app, { db, accountHooks: { exporters } }) => {
  const schema = { tags: ['accounts'], response: { 200: buildExportSchema(exporters) } };
  app.get('/auth/export', { config: { access: 'signed-in', limit: 'export' }, schema }, async (request, reply) => {
    const now = new Date();
    const name = `solvent-data-${now.toISOString().slice(0, 10)}.json`;
    return reply
      .headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'application/json; charset=utf-8' })
      .send(Readable.from(streamUserExport(db, requireCaller(request).user, now, exporters)));
  });
};

const { type, account, createdAt: since } = socialIdentities;
const linkedColumns = { type, account, since };
const { id: _id, userAgent, deviceToken, createdAt, lastUsedAt, expiresAt } = sessions;
const pushMessages = sql<boolean>`${deviceToken} IS NOT NULL`;

/** No password, token or key in any form. */
export const exporter = exportFields({
  profile: { schema: userSchema, read: async (_tx, user) => presentUser(user) },
  signInMethods: {
    schema: json.object({ password: json.boolean, linked: json.list(describeColumns(linkedColumns)) }),
    async read(tx, { id, passwordHash }) {
      const linked = await tx.select(linkedColumns).from(socialIdentities).where(eq(socialIdentities.userId, id));
      return { password: passwordHash !== null, linked };
    },
  },
  sessions: exportRows(
    { _id, userAgent, pushMessages, createdAt, lastUsedAt, expiresAt },
    (select, { id }) => select.from(sessions).where(eq(sessions.userId, id)).orderBy(desc(lastUsedAt)),
    { pushMessages: json.boolean },
  ),
  devices: exportRows({ knownSince: knownDevices.createdAt, lastSignIn: knownDevices.lastUsedAt }, (select, { id }) =>
    select.from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(desc(knownDevices.lastUsedAt)),
  ),
  blockedPeople: exportRows({ person: personColumns, createdAt: personBlocks.createdAt }, (select, { id }) =>
    select
      .from(personBlocks)
      .innerJoin(users, eq(users.id, personBlocks.blockedId))
      .where(eq(personBlocks.blockerId, id))
      .orderBy(desc(personBlocks.createdAt)),
  ),
});
