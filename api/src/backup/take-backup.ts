import { formatNumber } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { hasTable } from '../platform/db/schema-state.ts';
import { BackupFolder, forEachConcurrently } from './backup-folder.ts';
import type { Entry } from './backup-folder.ts';
import { copyEmbedded, describeDatabase, dumpServer, embeddedFolder } from './database-section.ts';
import {
  backupName,
  countAccounts,
  formatAccountCount,
  listBackups,
  readManifest,
  removeInterrupted,
  writeManifest,
} from './manifest.ts';
import type { Manifest, BackupSection } from './manifest.ts';
import { filterReferenced, listReferencedObjects } from './referenced-objects.ts';
import {
  readServerVersion,
  assertDatabaseExists,
  serverUrl,
  withClient,
  withExistingDatabase,
  withFolderLock,
} from './database-access.ts';
import { openStores, refuseRoot } from './stores.ts';

interface BackupOptions {
  to: ObjectStore;
  releases: boolean;
  /** Whether to continue if files that rows refer to are missing or changed. */
  allowLost: boolean;
  /** Whether to skip the comparison with the newest backup. */
  anyway?: boolean;
  now?: Date;
}

const MAX_SNAPSHOTS = 20;

async function copyFile(from: ObjectStore, to: BackupFolder, entry: Entry): Promise<'copied' | 'changed' | 'missing'> {
  const path = `files/${entry.key}`;
  if (await to.store.exists(`${to.name}/${path}`)) return 'copied';
  const content = await from.read(entry.key);
  if (content === undefined) return 'missing';
  const { size, sha256 } = await to.put(path, content);
  if (size === entry.size && sha256 === entry.sha256) return 'copied';
  await to.store.delete(`${to.name}/${path}`);
  return 'changed';
}

/**
 * Copies a snapshot of the database with its files. Bytes are stored before their rows and deleted after them, so all files of
 * a snapshot exist unless their rows were deleted since; then a new snapshot is taken, and copied files are kept.
 */
async function copySnapshot(
  client: pg.ClientBase,
  pool: pg.Pool,
  config: Config,
  to: BackupFolder,
  { allowLost }: BackupOptions,
) {
  const { files } = openStores(config);
  const url = serverUrl(config);
  // The embedded database has one connection.
  const latest = pool.options.max === 1 ? client : pool;
  let hasDeletions = false;
  const lost = new Set<string>();
  async function* copyFiles(): AsyncGenerator<Entry> {
    hasDeletions = false;
    lost.clear();
    const copy = async (entry: Entry) => ({ entry, result: await copyFile(files, to, entry) });
    for await (const { entry, result } of forEachConcurrently(listReferencedObjects(client), copy)) {
      if (result === 'copied') yield entry;
      else if (result === 'changed' || (await filterReferenced(latest, [entry.key])).size > 0) lost.add(entry.key);
      else hasDeletions = true;
    }
  }
  // Copies most files first, so that the snapshot is recent.
  await inSnapshot(client, async () => {
    for await (const _ of copyFiles());
  });
  for (let tries = 1; tries <= MAX_SNAPSHOTS; tries += 1) {
    const snapshot = await inSnapshot(client, async () => {
      const { rows } = await client.query<{ now: Date }>('SELECT now()');
      const section = await to.writeList('files', copyFiles());
      if (hasDeletions) return undefined;
      if (lost.size > 0 && !allowLost) throw lostError(files, [...lost].toSorted());
      const takenAt = (rows[0]?.now ?? new Date()).toISOString();
      const version = await readServerVersion(client);
      const content = { takenAt, ...(await describeDatabase(client)), lost: [...lost].toSorted() };
      const dump = url === undefined ? undefined : await dumpServer(url, client, version, to);
      return { content, files: section, version, dump };
    });
    if (snapshot) return snapshot;
  }
  throw new StartupError('Users deleted files during each try: try again when there is less activity.');
}

async function inSnapshot<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    return await work();
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

const lostError = ({ place }: ObjectStore, [first, ...others]: string[]) =>
  new StartupError(
    `${place} does not have ${first} as its row says${others.length > 0 ? `, nor ${others.length} more` : ''}: "pnpm solvent objects" lists missing files. Restore them, or back up without them (--allow-lost).`,
  );

const isPointer = (key: string) => /^channels\/[^/]+\/current\.json$/.test(key);

/** Copies pointers of channels first, because everything that they refer to was published before. */
async function copyReleases(from: ObjectStore, to: BackupFolder): Promise<BackupSection> {
  const copy = async (key: string) => {
    const content = await from.read(key);
    return content && { key, ...(await to.put(`releases/${key}`, content)) };
  };
  async function* copyAll(): AsyncGenerator<Entry> {
    const pointers = (await from.list('channels')).filter(isPointer);
    // Missing objects were removed since; live ones never are.
    for await (const entry of forEachConcurrently(pointers, copy)) if (entry) yield entry;
    const others = (await from.list('')).filter((key) => !isPointer(key));
    for await (const entry of forEachConcurrently(others, copy)) if (entry) yield entry;
  }
  return to.writeList('releases', copyAll());
}

/**
 * Prevents a backup of a wrong or emptied database, folder or bucket, because the newest backup is restored by default.
 * @throws StartupError
 */
async function refuseUnlike(
  store: ObjectStore,
  now: Pick<Manifest, 'deployment' | 'tables'> & Partial<Pick<Manifest, 'parts'>>,
): Promise<void> {
  const { files, releases } = now.parts ?? {};
  for (const name of await listBackups(store)) {
    const newest = await readManifest(store, name).catch((error: unknown) => {
      // A damaged backup must not prevent a new one.
      if (!(error instanceof StartupError)) throw error;
    });
    if (newest === undefined) continue;
    const [accounts, before] = [countAccounts(newest), newest.parts];
    const lost = [
      ...(accounts > 0 && countAccounts(now) === 0 ? [formatAccountCount(accounts)] : []),
      ...(before.files.objects > 0 && files?.objects === 0 ? [`${formatNumber(before.files.objects)} files`] : []),
      ...(before.releases?.objects && releases?.objects === 0 ? [`${formatNumber(before.releases.objects)} of releases`] : []),
    ];
    const isOther = newest.deployment !== undefined && newest.deployment !== now.deployment;
    if (!isOther && lost.length === 0) return;
    const reason = isOther ? 'is of another database' : `has ${lost.join(' and ')}, and this one would have none`;
    throw new StartupError(
      `The newest backup in ${store.place}, ${name}, ${reason}: check that the settings name the right database, folders and buckets, choose another location for its backups, or add --anyway.`,
    );
  }
}

/** Throws before anything is copied. */
const refuseWrongDatabase = (config: Config, { to, anyway }: BackupOptions): Promise<void> =>
  withClient(config, async (client) => {
    if (!(await hasTable(client, 'drizzle.__drizzle_migrations')) || !(await hasTable(client, 'public.users')))
      throw new StartupError(
        'The database has no tables of Solvent, so there is nothing to back up: check DATABASE_URL, or the data folder in DATA_DIR.',
      );
    if (anyway !== true) await refuseUnlike(to, await describeDatabase(client, ['public.users', 'public.deployment']));
  });

async function writeBackup(config: Config, options: BackupOptions, name: string): Promise<Manifest> {
  const to = new BackupFolder(options.to, name);
  const copy = (client: pg.ClientBase, pool: pg.Pool) => copySnapshot(client, pool, config, to, options);
  const { content, files, version, dump } = await withClient(config, copy);
  // The embedded database is closed now, and the lock keeps its files unchanged.
  const { section, ...database } = dump ?? (await copyEmbedded(embeddedFolder(config.dataDir), version, to));
  const releases = options.releases ? await copyReleases(openStores(config).releases, to) : undefined;
  const parts = { database: section, files, releases };
  if (options.anyway !== true) await refuseUnlike(options.to, { ...content, parts });
  return writeManifest(options.to, name, { ...content, database, parts });
}

export async function takeBackup(config: Config, options: BackupOptions): Promise<{ name: string; manifest: Manifest }> {
  const { to, now = new Date() } = options;
  const { files, releases } = openStores(config);
  for (const { place } of [files, releases])
    // Each backup would contain the previous ones, and they would be lost together.
    if (`${to.place}/`.startsWith(`${place}/`))
      throw new StartupError(`${to.place} is part of what is backed up: choose another location for backups.`);
  refuseRoot([to.place]);
  assertDatabaseExists(config);
  return withFolderLock(config, async () => {
    await refuseWrongDatabase(config, options);
    const name = backupName(now);
    await removeInterrupted(to, now);
    // Of concurrent backups that start in the same second, on any machines, only one creates this file.
    if (!(await to.create(`${name}/begun`, '')))
      throw new StartupError(`${to.place} already has a backup ${name}: try again in a second.`);
    try {
      return { name, manifest: await writeBackup(config, options, name) };
    } catch (error) {
      await to.removeFolder(name).catch(() => undefined);
      throw error;
    }
  });
}

/** Stores the time of the last successful backup in the database. Servers export it at /metrics. */
export const recordBackup = (config: Config, takenAt: string): Promise<void> =>
  withExistingDatabase(config, async (client) => {
    if (await hasTable(client, 'public.deployment'))
      await client.query('UPDATE deployment SET last_backup_at = greatest(last_backup_at, $1::timestamptz)', [takenAt]);
  });
