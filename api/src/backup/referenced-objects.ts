import type { ListedObject, ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import { HOUR_MS } from '../platform/durations.ts';
import type { FileRow } from '../schema/index.ts';
import { CONCURRENCY, forEachConcurrently } from './backup-folder.ts';
import type { Entry } from './backup-folder.ts';

const BATCH_SIZE = CONCURRENCY * 8;

/** Objects that rows refer to, each once. Needs a transaction, and keeps only a batch in memory. */
export async function* listReferencedObjects(client: pg.ClientBase): AsyncGenerator<Entry> {
  await client.query(
    'DECLARE named NO SCROLL CURSOR FOR SELECT storage_key AS key, max(size) AS size, max(sha256) AS sha256 FROM files GROUP BY storage_key',
  );
  for (;;) {
    const { rows } = await client.query<Entry>(`FETCH ${BATCH_SIZE} FROM named`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE named');
}

export async function filterReferenced(client: pg.ClientBase | pg.Pool, keys: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT DISTINCT storage_key AS key FROM files WHERE storage_key = ANY($1)',
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

type RowWithoutObject = Pick<FileRow, 'id' | 'purpose' | 'name' | 'createdAt'> & { key: string };

export async function findRowsWithoutObject(client: pg.ClientBase, store: ObjectStore): Promise<RowWithoutObject[]> {
  const missing: string[] = [];
  const findMissing = async ({ key }: Entry) => ((await store.exists(key)) ? [] : [key]);
  for await (const keys of forEachConcurrently(listReferencedObjects(client), findMissing)) missing.push(...keys);
  const { rows } = await client.query<RowWithoutObject>(
    'SELECT id, storage_key AS key, purpose, name, created_at AS "createdAt" FROM files WHERE storage_key = ANY($1) ORDER BY 2, 5',
    [missing],
  );
  return rows;
}

/** Folders that uploads write to; others are found in rows. */
const UPLOADED = ['uploads', 'modules', 'messages'];
/** Suffix of a resized picture. */
const RESIZED = /\.w\d+\.webp$/;
/** Maximum time between the bytes of an upload and its row. */
const ROW_DELAY_MS = 3 * HOUR_MS;

const getFileKey = (key: string) => key.replace(RESIZED, '');

/** Objects in the folders of files that no row refers to: the store is newer than the database, or something failed. */
export async function findObjectsWithoutRow(client: pg.ClientBase, store: ObjectStore): Promise<ListedObject[]> {
  const { rows } = await client.query<{ folder: string }>("SELECT DISTINCT split_part(storage_key, '/', 1) AS folder FROM files");
  const before = Date.now() - ROW_DELAY_MS;
  const found: ListedObject[] = [];
  for (const folder of new Set([...UPLOADED, ...rows.map((row) => row.folder)])) {
    const listed = (await store.listObjects(folder)).filter(({ writtenAt }) => writtenAt.getTime() < before);
    for (let start = 0; start < listed.length; start += BATCH_SIZE) {
      const batch = listed.slice(start, start + BATCH_SIZE);
      const referenced = await filterReferenced(
        client,
        batch.map(({ key }) => getFileKey(key)),
      );
      found.push(...batch.filter(({ key }) => !referenced.has(getFileKey(key))));
    }
  }
  return found;
}
