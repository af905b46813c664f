import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openFolder } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import { EXTENSIONS } from '../platform/db/embedded/serve.ts';
import type { Manifest, Part } from './manifest.ts';
import { forEachConcurrently, objectKey, putHashed, readList, writeList } from './parts.ts';
import type { Entry } from './parts.ts';
import { findProgram, startProgram } from './programs.ts';

/** The file that pg_dump writes. */
const DUMP = 'database.dump';

/** Layout of a database dump. */
export type Copied = { part: Part } & Pick<Manifest['database'], 'kind' | 'programs' | 'folders'>;

async function* only<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

/** Copies the database of a PostgreSQL server as the snapshot shows it, as it comes from pg_dump. */
export async function dumpServer(url: string, version: number, snapshot: string, to: ObjectStore, name: string): Promise<Copied> {
  const program = findProgram('pg_dump', Math.floor(version / 10_000));
  const extensions = Object.keys(EXTENSIONS).map((extension) => `--extension=${extension}`);
  const plain = ['--format=custom', '--no-owner', '--no-privileges', '--no-unlogged-table-data', ...extensions];
  const { child, ended } = startProgram(program, url, [...plain, `--snapshot=${snapshot}`]);
  child.stdin.end();
  async function* whole() {
    yield* child.stdout;
    await ended;
  }
  const measured = await putHashed(to, objectKey(name, 'database', DUMP), Readable.from(whole(), { objectMode: false }));
  const part = await writeList(to, name, 'database', only({ key: DUMP, ...measured }));
  return { part, kind: 'server', programs: program.version, folders: [] };
}

/** All or nothing of it. */
export async function restoreServer(
  url: string,
  version: number,
  { database }: Manifest,
  from: ObjectStore,
  name: string,
): Promise<void> {
  const program = findProgram('pg_restore', Math.max(Math.floor(version / 10_000), database.programs));
  const plain = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
  const { child, ended } = startProgram(program, url, plain);
  child.stdout.resume();
  const dump = await from.read(objectKey(name, 'database', DUMP));
  if (dump === undefined) throw new StartupError(`The backup ${name} is damaged: ${DUMP} is not there.`);
  // The program's own error explains a broken pipe.
  const fed = await pipeline(dump, child.stdin).catch((error: unknown) => ({ error }));
  await ended;
  if (fed) throw fed.error;
}

/** Folders without a file in them, which the database wants back. */
async function emptyFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({
    entry,
    path: relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  }));
  const isEmpty = (path: string) => !paths.some((other) => other.path.startsWith(`${path}/`));
  return paths.flatMap(({ entry, path }) => (entry.isDirectory() && isEmpty(path) ? [path] : []));
}

/** Copies the files of the embedded database, which is closed. */
export async function copyEmbedded(folder: string, to: ObjectStore, name: string): Promise<Copied> {
  const from = openFolder(folder);
  const copy = async (key: string): Promise<Entry> => {
    const content = await from.read(key);
    if (content === undefined)
      throw new StartupError(`${folder}/${key} was removed while it was backed up: is a server running?`);
    return { key, ...(await putHashed(to, objectKey(name, 'database', key), content)) };
  };
  const part = await writeList(to, name, 'database', forEachConcurrently(await from.list(''), copy));
  return { part, kind: 'embedded', programs: 0, folders: await emptyFolders(folder) };
}

/** Where the embedded database of a data folder is, and where one lies until it is restored. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database');
export const unfinishedFolder = (dataDir: string): string => join(dataDir, 'database.unfinished');

/** Restores the files beside where they belong: {@link finishEmbedded} puts them there. */
export async function restoreEmbedded(
  dataDir: string,
  { database, parts }: Manifest,
  from: ObjectStore,
  name: string,
): Promise<void> {
  const folder = unfinishedFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  const to = openFolder(folder);
  for (const path of database.folders) {
    const inside = resolve(folder, path);
    if (!inside.startsWith(folder + sep))
      throw new StartupError(`The manifest of the backup ${name} is damaged: ${path} is no folder of a database.`);
    await mkdir(inside, { recursive: true });
  }
  const put = async ({ key }: Entry) => {
    const content = await from.read(objectKey(name, 'database', key));
    if (content === undefined) throw new StartupError(`The backup ${name} is damaged: ${key} is not there.`);
    await to.put(key, content);
  };
  for await (const _ of forEachConcurrently(readList(from, name, 'database', parts.database), put));
}

export const finishEmbedded = (dataDir: string): Promise<void> => rename(unfinishedFolder(dataDir), embeddedFolder(dataDir));

export async function describe(client: pg.ClientBase): Promise<Pick<Manifest, 'migrations' | 'tables'>> {
  const { rows: names } = await client.query<{ schema: string; name: string }>(
    `SELECT nspname AS schema, relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND relpersistence = 'p' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
     ORDER BY 1, 2`,
  );
  const tables: Manifest['tables'] = [];
  for (const { schema, name } of names) {
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM "${schema}"."${name}"`);
    tables.push({ table: `${schema}.${name}`, rows: Number(rows[0]?.rows) });
  }
  return { tables, migrations: names.some(({ schema }) => schema === 'drizzle') ? await appliedMigrations(client) : [] };
}

async function appliedMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ at: string }>(
    'SELECT created_at AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ at }) => Number(at));
}
