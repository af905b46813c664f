import { Readable } from 'node:stream';
import { json } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import type { UserRow } from '../../../schema/index.ts';
import type { Exporter } from './exporter.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { requireCaller } from '../access.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';

const getExportFileName = (now: Date): string => `solvent-data-${now.toISOString().slice(0, 10)}.json`;

/** The document without its long lists, which are serialized item by item. */
const REST = 'rest';

/** Schemas of the document for OpenAPI, and of its parts: {@link REST}, and the items of each list by its name. */
function buildExportSchemas(exporters: readonly Exporter[]) {
  const fields = Object.fromEntries(exporters.flatMap((exporter) => Object.entries(exporter.fields)));
  const lists = exporters.flatMap(({ list }) => list ?? []);
  const listFields = Object.fromEntries(lists.map(({ name, item }) => [name, json.list(item)]));
  const build = (properties: Record<string, JsonSchema<unknown>>): JsonSchema<object> =>
    json.object({ status: json.boolean, exportedAt: json.time, ...properties });
  // Fastify compiles the schema of each object once.
  const parts: Record<string, Record<string, unknown>> = { [REST]: { ...build(fields) } };
  for (const { name, item } of lists) parts[name] = { ...item };
  return { parts, document: build({ ...fields, ...listFields }) };
}

type Serialize = (value: Record<string, unknown>) => string;

/** @param part see {@link buildExportSchemas} @throws for an unknown part */
type FindSerializer = (part: string) => Serialize;

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
  findSerializer: FindSerializer,
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
  yield findSerializer(REST)(document).slice(0, -1);
  for (const [name, read] of lists) yield* listProperty(name, read(db), findSerializer(name));
  yield '}';
}

export const exportFeature: Feature<Deps> = (app, { db, accountHooks: { exporters } }) => {
  const schemas = buildExportSchemas(exporters);
  app.get(
    '/auth/export',
    {
      config: { access: 'signed-in', limit: 'export' },
      schema: { tags: ['accounts'], response: { 200: schemas.document } },
    },
    async (request, reply) => {
      const { user } = requireCaller(request);
      const now = new Date();
      const name = getExportFileName(now);
      const pieces = streamUserExport(db, user, now, exporters, (part) => {
        const schema = schemas.parts[part];
        if (schema === undefined) throw new Error(`The export has no schema of "${part}"`);
        return reply.compileSerializationSchema(schema);
      });
      return reply
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'application/json; charset=utf-8' })
        .send(Readable.from(pieces));
    },
  );
};
