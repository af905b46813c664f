import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { ObjectStore } from '@solvent/object-store';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { MIGRATIONS_FOLDER } from '../platform/db/schema-state.ts';
import { describe, embeddedFolder, finishEmbedded, restoreEmbedded, restoreServer, unfinishedFolder } from './database-parts.ts';
import { readManifest } from './manifest.ts';
import type { Manifest, PartName } from './manifest.ts';
import { listReferencedObjects } from './named-objects.ts';
import { openEmbeddedSource, openServerSource, serverUrl, readServerVersion, withoutServer } from './open-source.ts';
import type { Source } from './open-source.ts';
import { forEachConcurrently, measureObject, objectKey, readList } from './parts.ts';
import type { Entry } from './parts.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';

const isSame = (one: Omit<Entry, 'key'>, other: Omit<Entry, 'key'>) => one.size === other.size && one.sha256 === other.sha256;

const partNames = ({ parts }: Manifest): PartName[] => ['database', 'files', ...(parts.releases ? ['releases' as const] : [])];

/** Does something with each object of a part that is to come back, some at once: with none that the backup does not have. */
async function eachEntry(
  from: ObjectStore,
  name: string,
  part: PartName,
  manifest: Manifest,
  act: (entry: Entry) => Promise<void>,
): Promise<void> {
  const described = manifest.parts[part];
  if (described === undefined) return;
  for await (const _ of forEachConcurrently(readList(from, name, part, described), act));
}

/**
 * Reads all of a backup and verifies it against its manifest.
 * @returns its manifest
 * @throws StartupError for each damaged or missing object, or another release
 */
export async function checkBackup(from: ObjectStore, name: string): Promise<Manifest> {
  const manifest = await readManifest(from, name);
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis));
  if (manifest.migrations.some((time) => !known.has(time)))
    throw new StartupError(
      `The backup ${name} is of a newer release (${manifest.product}), whose migrations this one does not know: restore it with that one.`,
    );
  for (const part of partNames(manifest)) {
    const check = async (entry: Entry) => {
      const found = await measureObject(from, objectKey(name, part, entry.key));
      if (found === undefined) throw new StartupError(`The backup ${name} is damaged: ${part}/${entry.key} is not there.`);
      if (!isSame(found, entry))
        throw new StartupError(`The backup ${name} is damaged: ${part}/${entry.key} is not as it was written.`);
    };
    await eachEntry(from, name, part, manifest, check);
  }
  return manifest;
}

/** Existing objects must be the same: nothing is overwritten, and an interrupted restore continues. */
async function refuseOthers(
  from: ObjectStore,
  name: string,
  part: 'files' | 'releases',
  manifest: Manifest,
  to: ObjectStore,
): Promise<void> {
  const look = async (entry: Entry) => {
    if (!(await to.exists(entry.key))) return;
    const found = await measureObject(to, entry.key);
    if (found && !isSame(found, entry))
      throw new StartupError(
        `${to.place} has another ${entry.key} than the backup: restore to an empty place${part === 'releases' ? ', or leave the releases that are there (--without-releases)' : ''}.`,
      );
  };
  await eachEntry(from, name, part, manifest, look);
}

async function putAll(
  from: ObjectStore,
  name: string,
  part: 'files' | 'releases',
  manifest: Manifest,
  to: ObjectStore,
): Promise<void> {
  const put = async ({ key }: Entry) => {
    if (await to.exists(key)) return;
    const content = await from.read(objectKey(name, part, key));
    if (content === undefined) throw new StartupError(`The backup ${name} is damaged: ${part}/${key} is not there.`);
    await to.put(key, content);
  };
  await eachEntry(from, name, part, manifest, put);
}

/** Holds the restored database against the manifest and against the files. */
async function checkRestored({ pool }: Source, { tables, lost }: Manifest, { files }: Stores): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const found = new Map((await describe(client)).tables.map(({ table, rows }) => [table, rows]));
    const wrong = tables.find(({ table, rows }) => found.get(table) !== rows);
    if (wrong)
      throw new StartupError(
        `The restored database is not whole: ${wrong.table} has ${found.get(wrong.table) ?? 'no'} rows, not ${wrong.rows}.`,
      );
    const known = new Set(lost);
    for await (const key of forEachConcurrently(listReferencedObjects(client), async (entry) =>
      (await files.exists(entry.key)) ? '' : entry.key,
    ))
      if (key !== '' && !known.has(key)) throw new StartupError(`The restored files are not whole: ${key} is not there.`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Where a database is restored to: it looks whether that is empty, restores, and is checked. */
interface Target {
  refuseFull(): Promise<void>;
  restore(): Promise<void>;
}

function serverTarget(url: string, from: ObjectStore, name: string, manifest: Manifest, stores: Stores): Target {
  const opened = async <Result>(work: (source: Source) => Promise<Result>) => {
    const source = await openServerSource(url);
    return work(source).finally(() => source.close());
  };
  const described = () =>
    opened(async ({ pool }) => {
      const client = await pool.connect();
      return Promise.all([describe(client), readServerVersion(client)]).finally(() => client.release());
    });
  return {
    async refuseFull() {
      const [{ tables }, version] = await described();
      if (tables.length > 0)
        throw new StartupError(
          `The database in DATABASE_URL is not empty (${tables[0]?.table}, …): make a new one, and name it in DATABASE_URL. Nothing is overwritten.`,
        );
      if (Math.floor(version / 10_000) < Math.floor(manifest.database.version / 10_000))
        throw new StartupError(
          `The backup ${name} is of PostgreSQL ${Math.floor(manifest.database.version / 10_000)}, and DATABASE_URL names an older one (${Math.floor(version / 10_000)}): restore it to one that is as new.`,
        );
    },
    async restore() {
      const [, version] = await described();
      await restoreServer(url, version, manifest, from, name);
      await opened((source) => checkRestored(source, manifest, stores));
    },
  };
}

function embeddedTarget(dataDir: string, from: ObjectStore, name: string, manifest: Manifest, stores: Stores): Target {
  return {
    async refuseFull() {
      const folder = embeddedFolder(dataDir);
      if (existsSync(folder) && (await readdir(folder)).length > 0)
        throw new StartupError(`${dataDir} has a database already: set DATA_DIR to another folder. Nothing is overwritten.`);
    },
    async restore() {
      await restoreEmbedded(dataDir, manifest, from, name);
      const source = await openEmbeddedSource(unfinishedFolder(dataDir));
      await checkRestored(source, manifest, stores).finally(() => source.close());
      await finishEmbedded(dataDir);
    },
  };
}

/**
 * Restores a backup to where the settings say: objects first, then the database, in one piece.
 * @throws StartupError with a sentence, before anything is changed, where the backup is damaged or the place is not empty
 */
export async function restoreBackup(
  config: Config,
  from: ObjectStore,
  name: string,
  { releases }: { releases: boolean },
): Promise<Manifest> {
  const manifest = await checkBackup(from, name);
  const { dataDir } = config;
  const databaseUrl = serverUrl(config);
  if ((manifest.database.kind === 'embedded') !== (databaseUrl === undefined))
    throw new StartupError(
      manifest.database.kind === 'embedded'
        ? `The backup ${name} is of an embedded database: restore it without DATABASE_URL, to a data folder (DATA_DIR).`
        : `The backup ${name} is of a PostgreSQL server: name an empty database in DATABASE_URL.`,
    );
  const stores = openStores(config);
  const parts = (['files', 'releases'] as const).filter((part) => part === 'files' || releases);
  if (databaseUrl === undefined) await mkdir(dataDir, { recursive: true });
  await withoutServer(config, async () => {
    const target =
      databaseUrl === undefined
        ? embeddedTarget(dataDir, from, name, manifest, stores)
        : serverTarget(databaseUrl, from, name, manifest, stores);
    await target.refuseFull();
    for (const part of parts) await refuseOthers(from, name, part, manifest, stores[part]);
    for (const part of parts) await putAll(from, name, part, manifest, stores[part]);
    await target.restore();
  });
  return manifest;
}
