import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openFolder } from '@solvent/object-store';
import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import { EXTENSIONS } from '../platform/db/embedded/serve.ts';
import { forEachConcurrently } from './backup-folder.ts';
import type { BackupFolder, Entry } from './backup-folder.ts';
import type { Manifest, BackupSection } from './manifest.ts';

const DUMP_FILE = 'database.dump';

export type DatabaseCopy = Manifest['database'] & { section: BackupSection };

const DEBIAN_FOLDER = '/usr/lib/postgresql';

function listPaths(name: string): string[] {
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian];
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}

function readVersion(path: string): number {
  try {
    const output = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\) (\d+)/.exec(output)?.[1] ?? 0);
  } catch {
    // Debian's wrapper prints nothing without a server.
    return 0;
  }
}

/** Finds the oldest program that is new enough: the output of a newer one may not suit the server. */
function findProgram(name: 'pg_dump' | 'pg_restore', minVersion: number) {
  const [found] = listPaths(name)
    .map((path) => ({ path, version: readVersion(path) }))
    .filter(({ version }) => version >= minVersion)
    .toSorted((one, other) => one.version - other.version);
  if (found !== undefined) return found;
  throw new StartupError(
    `${name} of PostgreSQL ${minVersion} or newer is needed and was not found: install PostgreSQL's client programs (on Debian postgresql-client-${minVersion}), or add their folder to PATH.`,
  );
}

/** Starts a program on a database. The password is in the environment, because arguments are visible to other users. */
function startProgram(path: string, url: string, args: string[]) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(path, [...args, `--dbname=${address.href}`], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waitForEnd = async () => {
    const [[code], output] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
    if (code === 0) return;
    const reason = output.trim().split('\n').slice(0, 2).join(' ') || `exit code ${code}`;
    throw new StartupError(`PostgreSQL's ${path} failed: ${reason}`);
  };
  const ended = waitForEnd();
  // The caller awaits it later.
  ended.catch(() => undefined);
  return { child, ended };
}

/** Dumps the database as the client's transaction sees it. */
export async function dumpServer(url: string, client: pg.ClientBase, version: number, to: BackupFolder): Promise<DatabaseCopy> {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const program = findProgram('pg_dump', Math.floor(version / 10_000));
  const { child, ended } = startProgram(program.path, url, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    '--no-unlogged-table-data',
    ...Object.keys(EXTENSIONS).map((extension) => `--extension=${extension}`),
    `--snapshot=${rows[0]?.snapshot ?? ''}`,
  ]);
  child.stdin.end();
  async function* readDump() {
    yield* child.stdout;
    await ended;
  }
  const measure = await to.put(`database/${DUMP_FILE}`, Readable.from(readDump(), { objectMode: false }));
  return {
    section: await to.writeList('database', [{ key: DUMP_FILE, ...measure }]),
    kind: 'server',
    version,
    programs: program.version,
    folders: [],
  };
}

export async function restoreServer(url: string, version: number, { database }: Manifest, from: BackupFolder): Promise<void> {
  const program = findProgram('pg_restore', Math.max(Math.floor(version / 10_000), database.programs));
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
  const { child, ended } = startProgram(program.path, url, options);
  child.stdout.resume();
  // The program's own error explains a broken pipe.
  const failure = await pipeline(await from.read(`database/${DUMP_FILE}`), child.stdin).catch((error: unknown) => ({ error }));
  await ended;
  if (failure) throw failure.error;
}

async function listEmptyFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const parents = new Set(entries.map(({ parentPath }) => parentPath));
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name)] : []));
  return folders.filter((path) => !parents.has(path)).map((path) => relative(folder, path).split(sep).join('/'));
}

/** Copies the files of the embedded database, which must be closed. */
export async function copyEmbedded(folder: string, version: number, to: BackupFolder): Promise<DatabaseCopy> {
  const from = openFolder(folder);
  const copy = async (key: string): Promise<Entry> => {
    const content = await from.read(key);
    if (content === undefined) throw new StartupError(`${folder}/${key} was removed during the backup: is a server running?`);
    return { key, ...(await to.put(`database/${key}`, content)) };
  };
  const section = await to.writeList('database', forEachConcurrently(await from.list(''), copy));
  return { section, kind: 'embedded', version, programs: 0, folders: await listEmptyFolders(folder) };
}

export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database');

/** @param check runs on the restored folder before it replaces the empty one of the data folder */
export async function restoreEmbedded(
  dataDir: string,
  { database, parts }: Manifest,
  from: BackupFolder,
  check: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(dataDir, 'database.unfinished');
  await rm(folder, { recursive: true, force: true });
  const to = openFolder(folder);
  for (const path of database.folders) await mkdir(join(folder, path), { recursive: true });
  const put = async ({ key }: Entry) => to.put(key, await from.read(`database/${key}`));
  for await (const _ of forEachConcurrently(from.readList('database', parts.database), put));
  await check(folder);
  await rename(folder, embeddedFolder(dataDir));
}

/** @param only tables to count; default: all, which takes long in a large database */
export async function describeDatabase(
  client: pg.ClientBase,
  only?: readonly string[],
): Promise<Pick<Manifest, 'deployment' | 'migrations' | 'tables'>> {
  const { rows: names } = await client.query<{ schema: string; name: string }>(
    `SELECT nspname AS schema, relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND relpersistence = 'p' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
     ORDER BY 1, 2`,
  );
  const tables: Manifest['tables'] = [];
  for (const { schema, name } of names) {
    if (only?.includes(`${schema}.${name}`) === false) continue;
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM "${schema}"."${name}"`);
    tables.push({ table: `${schema}.${name}`, rows: Number(rows[0]?.rows) });
  }
  const readAll = async <Row extends object>(table: string, query: string): Promise<Row[]> =>
    tables.some((found) => found.table === table) ? (await client.query<Row>(query)).rows : [];
  const migrations = await readAll<{ at: string }>(
    'drizzle.__drizzle_migrations',
    'SELECT created_at AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  const [deployment] = await readAll<{ id: string }>('public.deployment', 'SELECT id FROM deployment');
  return { deployment: deployment?.id, tables, migrations: migrations.map(({ at }) => Number(at)) };
}
