import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { ObjectStore } from '@solvent/object-store';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { MIGRATIONS_FOLDER } from '../platform/db/schema-state.ts';
import { BackupFolder, forEachConcurrently, measureObject } from './backup-folder.ts';
import type { Entry, Measure } from './backup-folder.ts';
import { describeDatabase, embeddedFolder, restoreEmbedded, restoreServer } from './database-section.ts';
import { readManifest } from './manifest.ts';
import type { Manifest, SectionName } from './manifest.ts';
import { listReferencedObjects } from './referenced-objects.ts';
import { readServerVersion, serverUrl, withClient, withFolderLock } from './database-access.ts';
import { openStores, refuseRoot } from './stores.ts';

const isSame = (one: Measure, other: Measure) => one.size === other.size && one.sha256 === other.sha256;

async function forEachEntry(
  from: BackupFolder,
  { parts }: Manifest,
  section: SectionName,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const list = parts[section];
  if (list !== undefined) for await (const _ of forEachConcurrently(from.readList(section, list), work));
}

/** Reads the whole backup and verifies it against its manifest. @throws StartupError */
export async function checkBackup(store: ObjectStore, name: string): Promise<Manifest> {
  const manifest = await readManifest(store, name);
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis));
  if (manifest.migrations.some((time) => !known.has(time)))
    throw new StartupError(
      `The backup ${name} is of a newer release (${manifest.product}) with unknown migrations: restore it with that release.`,
    );
  const from = new BackupFolder(store, name);
  for (const section of ['database', 'files', 'releases'] as const)
    await forEachEntry(from, manifest, section, async (entry) => {
      const path = `${section}/${entry.key}`;
      const found = await measureObject(store, `${name}/${path}`);
      if (found === undefined) throw from.createDamagedError(`${path} is missing`);
      if (!isSame(found, entry)) throw from.createDamagedError(`${path} has changed since it was written`);
    });
  return manifest;
}

/**
 * Throws if the store has an object with other content, so that nothing is overwritten. Equal objects may exist, so that an
 * interrupted restore can continue.
 */
async function refuseOthers(
  from: BackupFolder,
  manifest: Manifest,
  section: 'files' | 'releases',
  to: ObjectStore,
): Promise<void> {
  await forEachEntry(from, manifest, section, async (entry) => {
    const found = (await to.exists(entry.key)) ? await measureObject(to, entry.key) : undefined;
    if (found === undefined || isSame(found, entry)) return;
    const alternative = section === 'releases' ? ', or keep the existing releases (--without-releases)' : '';
    throw new StartupError(`${to.place} has another ${entry.key} than the backup: restore to an empty location${alternative}.`);
  });
}

async function checkRestored(client: pg.ClientBase, { tables, lost }: Manifest, files: ObjectStore): Promise<void> {
  await client.query('BEGIN');
  const found = new Map((await describeDatabase(client)).tables.map(({ table, rows }) => [table, rows]));
  const wrong = tables.find(({ table, rows }) => found.get(table) !== rows);
  if (wrong)
    throw new StartupError(
      `The restored database is incomplete: ${wrong.table} has ${found.get(wrong.table) ?? 'no'} rows instead of ${wrong.rows}.`,
    );
  const known = new Set(lost);
  for await (const _ of forEachConcurrently(listReferencedObjects(client), async ({ key }) => {
    if (!known.has(key) && !(await files.exists(key)))
      throw new StartupError(`The restored files are incomplete: ${key} is missing.`);
  }));
  await client.query('COMMIT');
}

/**
 * Rejects a database that is not empty, and a server older than the backup's.
 * @returns its server_version_num, such as 150004
 * @throws StartupError
 */
async function requireEmptyServer(client: pg.ClientBase, { database }: Manifest, name: string): Promise<number> {
  const { tables } = await describeDatabase(client);
  if (tables.length > 0)
    throw new StartupError(
      `The database in DATABASE_URL is not empty (${tables[0]?.table}, …): create a new one and set DATABASE_URL to it. Nothing is overwritten.`,
    );
  const version = await readServerVersion(client);
  const [major, needed] = [Math.floor(version / 10_000), Math.floor(database.version / 10_000)];
  if (major < needed)
    throw new StartupError(
      `The backup ${name} is of PostgreSQL ${needed}, and DATABASE_URL names an older one (${major}): restore it to ${needed} or newer.`,
    );
  return version;
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const folder = embeddedFolder(dataDir);
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new StartupError(`${dataDir} already has a database: set DATA_DIR to another folder. Nothing is overwritten.`);
}

/** Restores objects first, then the database, all or nothing. @throws StartupError before changes if the target is not empty */
export async function restoreBackup(
  config: Config,
  store: ObjectStore,
  name: string,
  { releases }: { releases: boolean },
): Promise<Manifest> {
  const { dataDir } = config;
  const url = serverUrl(config);
  const stores = openStores(config);
  const parts = releases ? (['files', 'releases'] as const) : (['files'] as const);
  refuseRoot([...parts.map((section) => stores[section].place), ...(url === undefined ? [dataDir] : [])]);
  const manifest = await checkBackup(store, name);
  if ((manifest.database.kind === 'embedded') !== (url === undefined))
    throw new StartupError(
      manifest.database.kind === 'embedded'
        ? `The backup ${name} is of an embedded database: restore it to a data folder (DATA_DIR), without DATABASE_URL.`
        : `The backup ${name} is of a PostgreSQL server: set DATABASE_URL to an empty database.`,
    );
  const from = new BackupFolder(store, name);
  const check = (client: pg.ClientBase) => checkRestored(client, manifest, stores.files);
  if (url === undefined) await mkdir(dataDir, { recursive: true });
  await withFolderLock(config, async () => {
    let version = 0;
    if (url === undefined) await requireEmptyFolder(dataDir);
    else version = await withClient(config, (client) => requireEmptyServer(client, manifest, name));
    for (const section of parts) await refuseOthers(from, manifest, section, stores[section]);
    for (const section of parts)
      await forEachEntry(from, manifest, section, async ({ key }) => {
        if (!(await stores[section].exists(key))) await stores[section].put(key, await from.read(`${section}/${key}`));
      });
    if (url === undefined) return restoreEmbedded(dataDir, manifest, from, (folder) => withClient(config, check, folder));
    await restoreServer(url, version, manifest, from);
    await withClient(config, check);
  });
  return manifest;
}
