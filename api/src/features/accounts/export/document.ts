import type { UserRow } from '../../../schema/index.ts';
import type { Exporter } from './exporter.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { json, responseSchema } from '../../../platform/http/response-schema.ts';

export const getExportFileName = (now: Date): string => `solvent-data-${now.toISOString().slice(0, 10)}.json`;

/** Schemas of the document without its long lists, of the items of each list, and of the whole for OpenAPI. */
export function buildExportSchemas(exporters: readonly Exporter[]) {
  const fields = Object.fromEntries(exporters.flatMap((exporter) => Object.entries(exporter.fields)));
  const lists = exporters.flatMap(({ list }) => list ?? []);
  const listFields = Object.fromEntries(lists.map(({ name, item }) => [name, json.list(item)]));
  // The exporters' types guarantee the fields.
  const build = (properties: object) => responseSchema<object>(json.object({ exportedAt: json.time, ...properties }) as never);
  return {
    rest: build(fields),
    items: Object.fromEntries(lists.map(({ name, item }) => [name, item])),
    document: build({ ...fields, ...listFields }),
  };
}

type Serialize = (value: Record<string, unknown>) => string;

interface Serializers {
  rest: Serialize;
  /** By name of the list. */
  items: Record<string, Serialize>;
}

async function* listProperty(name: string, pages: AsyncIterable<object[]>, serialize: Serialize): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const items of pages) {
    yield separator + items.map((item) => serialize({ ...item })).join(',');
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
  serializers: Serializers,
): AsyncGenerator<string> {
  const document: Record<string, unknown> = { status: true, exportedAt: now.toISOString() };
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
  yield serializers.rest(document).slice(0, -1);
  for (const [name, read] of lists) yield* listProperty(name, read(db), serializers.items[name] ?? JSON.stringify);
  yield '}';
}
