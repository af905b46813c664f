import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import { CONCURRENCY, forEachConcurrently } from './parts.ts';
import type { Entry } from './parts.ts';

/** Objects that rows refer to, each once. Runs in the client's transaction, and keeps only a few in memory. */
export async function* listReferencedObjects(client: pg.ClientBase): AsyncGenerator<Entry> {
  await client.query(
    'DECLARE named NO SCROLL CURSOR FOR SELECT storage_key AS key, max(size) AS size, max(sha256) AS sha256 FROM files GROUP BY storage_key',
  );
  for (;;) {
    const { rows } = await client.query<Entry>(`FETCH ${CONCURRENCY * 8} FROM named`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE named');
}

/** Which of some keys rows still name. */
export async function filterReferenced(client: pg.ClientBase | pg.Pool, keys: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT DISTINCT storage_key AS key FROM files WHERE storage_key = ANY($1)',
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** A row whose object is not in the store. */
export interface Orphan {
  id: string;
  key: string;
  purpose: string;
  name: string;
  createdAt: Date;
}

/** Rows whose object the store does not have: none, unless a store lost some, or the database is older than it. */
export async function* rowsWithoutObject(client: pg.ClientBase, store: ObjectStore): AsyncGenerator<Orphan> {
  const missing = async ({ key }: Entry) => ((await store.exists(key)) ? [] : [key]);
  for await (const keys of forEachConcurrently(listReferencedObjects(client), missing)) {
    if (keys.length === 0) continue;
    const { rows } = await client.query<Orphan>(
      'SELECT id, storage_key AS key, purpose, name, created_at AS "createdAt" FROM files WHERE storage_key = ANY($1) ORDER BY created_at',
      [keys],
    );
    yield* rows;
  }
}

/** An object that no row names. */
export interface UnreferencedObject {
  key: string;
  writtenAt: Date;
}

/** Folders that uploads write to; others are found by the rows that name them. */
const UPLOADED = ['uploads', 'modules', 'messages'];
/** A picture of a message at another width: its file's key precedes it. */
const NARROWER = /\.w\d+\.webp$/;
/** The row of an upload is stored within this time after its bytes (ms). */
const ROW_FOLLOWS = 3 * 3_600_000;

/** Objects in the folders of files that no row names: the database is older than the store, or something failed. */
export async function* objectsWithoutRow(client: pg.ClientBase, store: ObjectStore): AsyncGenerator<UnreferencedObject> {
  const { rows } = await client.query<{ folder: string }>("SELECT DISTINCT split_part(storage_key, '/', 1) AS folder FROM files");
  const before = Date.now() - ROW_FOLLOWS;
  for (const folder of new Set([...UPLOADED, ...rows.map((row) => row.folder)])) {
    const listed = (await store.listObjects(folder)).filter(({ writtenAt }) => writtenAt.getTime() < before);
    for (let done = 0; done < listed.length; done += CONCURRENCY * 8) {
      const part = listed
        .slice(done, done + CONCURRENCY * 8)
        .map((object) => ({ ...object, file: object.key.replace(NARROWER, '') }));
      const named = await filterReferenced(
        client,
        part.map(({ file }) => file),
      );
      for (const { key, writtenAt, file } of part) if (!named.has(file)) yield { key, writtenAt };
    }
  }
}
