import { isAbsolute } from 'node:path';
import type { ObjectStore } from '@solvent/object-store';
import type pg from 'pg';
import { rootProblem } from '../../../scripts/setup/folder-user.mjs';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';
import { copyEmbedded, describe, dumpServer, embeddedFolder } from './database-parts.ts';
import type { Copied } from './database-parts.ts';
import { identify, refuseEmptied, refuseOtherDatabase } from './deployment.ts';
import { backupName, FORMAT, writeManifest } from './manifest.ts';
import type { Manifest, Part } from './manifest.ts';
import { listReferencedObjects, filterReferenced } from './named-objects.ts';
import { removeInterrupted } from './old-backups.ts';
import {
  openEmbeddedSource,
  openServerSource,
  requireEmbedded,
  serverUrl,
  readServerVersion,
  withoutServer,
} from './open-source.ts';
import type { Source } from './open-source.ts';
import { forEachConcurrently, objectKey, putHashed, writeList } from './parts.ts';
import type { Entry } from './parts.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';

/** Options of a backup. */
export interface BackupOptions {
  /** Where backups are kept. */
  to: ObjectStore;
  product: string;
  releases: boolean;
  /** Whether objects that rows name and the store does not have let the backup pass. */
  allowLost: boolean;
  /** Whether to allow a store that has backups of another database, or of files or releases that this one lacks. */
  anyway?: boolean;
  now?: Date;
}

/** Number of new snapshots after files were deleted during a copy. */
const TRIES = 20;

/** Copies the files that rows refer to. Files deleted meanwhile are `gone`, those lost before are `lost`. */
class FileCopy {
  readonly gone = new Set<string>();
  readonly lost = new Set<string>();
  readonly #from: ObjectStore;
  readonly #to: ObjectStore;
  readonly #name: string;

  constructor(from: ObjectStore, to: ObjectStore, name: string) {
    this.#from = from;
    this.#to = to;
    this.#name = name;
  }

  /** @param isNamed returns the keys that rows still refer to */
  async *copy(client: pg.ClientBase, isNamed: (keys: string[]) => Promise<Set<string>>): AsyncGenerator<Entry> {
    this.gone.clear();
    this.lost.clear();
    for await (const { entry, found } of forEachConcurrently(listReferencedObjects(client), (one) => this.#copyOne(one))) {
      if (found === 'same') yield entry;
      else if (found === 'other' || (await isNamed([entry.key])).has(entry.key)) this.lost.add(entry.key);
      else this.gone.add(entry.key);
    }
  }

  async #copyOne(entry: Entry): Promise<{ entry: Entry; found: 'same' | 'other' | 'none' }> {
    const key = objectKey(this.#name, 'files', entry.key);
    if (await this.#to.exists(key)) return { entry, found: 'same' };
    const content = await this.#from.read(entry.key);
    if (content === undefined) return { entry, found: 'none' };
    const { size, sha256 } = await putHashed(this.#to, key, content);
    if (size === entry.size && sha256 === entry.sha256) return { entry, found: 'same' };
    await this.#to.delete(key);
    return { entry, found: 'other' };
  }
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

type Shown = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'lost'> & { files: Part };

/**
 * Copies one snapshot of the database with its files. Bytes are stored before their rows and deleted after them, so all
 * files exist, except those whose rows were deleted since. Then a new snapshot is taken; copied objects stay.
 */
async function showMoment<More>(
  { pool }: Source,
  { to, allowLost }: BackupOptions,
  { files }: Stores,
  name: string,
  more: (client: pg.PoolClient) => Promise<More>,
): Promise<Shown & { more: More }> {
  const copy = new FileCopy(files, to, name);
  const client = await pool.connect();
  // The embedded database has only this connection.
  const isNamed = (keys: string[]) => filterReferenced(pool.options.max === 1 ? client : pool, keys);
  try {
    // Most of the time goes by here, in which the moment would grow old.
    await inSnapshot(client, async () => {
      for await (const _ of copy.copy(client, isNamed));
    });
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const shown = await inSnapshot(client, async () => {
        const { rows } = await client.query<{ now: Date }>('SELECT now()');
        const part = await writeList(to, name, 'files', copy.copy(client, isNamed));
        if (copy.gone.size > 0) return undefined;
        const lost = [...copy.lost].toSorted();
        if (lost.length > 0 && !allowLost) throw lostError(files, lost);
        const takenAt = (rows[0]?.now ?? new Date()).toISOString();
        return { takenAt, files: part, lost, ...(await describe(client)), more: await more(client) };
      });
      if (shown) return shown;
    }
  } finally {
    client.release();
  }
  throw new StartupError('People deleted files each time that a moment was taken: try again when less is going on.');
}

const lostError = ({ place }: ObjectStore, [first, ...others]: string[]) =>
  new StartupError(
    `${place} does not have ${first} as its row says${others.length > 0 ? `, nor ${others.length} more` : ''}: "pnpm solvent objects" lists them. Bring them back, or make the backup without them (--allow-lost).`,
  );

const isPointer = (key: string) => /^channels\/[^/]+\/current\.json$/.test(key);

/**
 * Releases are published before they become live: channels are copied first, then all that they may refer to. A deployment
 * may happen meanwhile.
 */
async function copyReleases(from: ObjectStore, to: ObjectStore, name: string): Promise<Part> {
  const copy = async (key: string) => {
    const content = await from.read(key);
    return content && { key, ...(await putHashed(to, objectKey(name, 'releases', key), content)) };
  };
  async function* copied(): AsyncGenerator<Entry> {
    const pointers = (await from.list('channels')).filter(isPointer);
    // A missing one was removed meanwhile; a live one is never removed.
    for await (const entry of forEachConcurrently(pointers, copy)) if (entry) yield entry;
    const others = (await from.list('')).filter((key) => !isPointer(key));
    for await (const entry of forEachConcurrently(others, copy)) if (entry) yield entry;
  }
  return writeList(to, name, 'releases', copied());
}

async function copyAll(config: Config, options: BackupOptions, name: string, deployment: string | undefined): Promise<Manifest> {
  const stores = openStores(config);
  const { to } = options;
  const databaseUrl = serverUrl(config);
  const { database, version, shown } = databaseUrl === undefined ? await embedded() : await server(databaseUrl);
  const { part, ...about } = database;
  const releases = options.releases ? await copyReleases(stores.releases, to, name) : undefined;
  const { files, ...content } = shown;
  const manifest: Manifest = {
    format: FORMAT,
    product: options.product,
    deployment,
    ...content,
    database: { ...about, version },
    parts: { database: part, files, releases },
  };
  if (options.anyway !== true) await refuseEmptied(manifest.parts, to);
  await writeManifest(to, name, manifest);
  return manifest;

  async function server(url: string): Promise<{ database: Copied; version: number; shown: Shown }> {
    const source = await openServerSource(url);
    try {
      const { more, ...moment } = await showMoment(source, options, stores, name, async (client) => {
        const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
        const found = await readServerVersion(client);
        return { version: found, database: await dumpServer(url, found, rows[0]?.snapshot ?? '', to, name) };
      });
      return { ...more, shown: moment };
    } finally {
      await source.close();
    }
  }

  /** An embedded database has no other users: after it is closed, it stays unchanged while its files are copied. */
  async function embedded(): Promise<{ database: Copied; version: number; shown: Shown }> {
    const folder = embeddedFolder(config.dataDir);
    const source = await openEmbeddedSource(folder);
    const { more, ...moment } = await showMoment(source, options, stores, name, readServerVersion).finally(() => source.close());
    return { database: await copyEmbedded(folder, to, name), version: more, shown: moment };
  }
}

/**
 * Makes a backup: a moment of the database, all files that it names, and the releases. Its manifest is written last.
 * @returns its name and manifest
 * @throws StartupError with a sentence; what was copied until then is removed
 */
export async function takeBackup(config: Config, options: BackupOptions): Promise<{ name: string; manifest: Manifest }> {
  const { files, releases } = openStores(config);
  for (const { place } of [files, releases]) refuseInside(options.to.place, place);
  const rootSentence = isAbsolute(options.to.place) ? rootProblem(options.to.place) : undefined;
  if (rootSentence !== undefined) throw new StartupError(rootSentence);
  requireEmbedded(config);
  return withoutServer(config, async () => {
    const identity = await identify(config);
    if (options.anyway !== true) await refuseOtherDatabase(identity, options.to);
    const now = options.now ?? new Date();
    const name = backupName(now);
    await removeInterrupted(options.to, now);
    // Of two backups that start in the same second, on any machines, only one can create this file.
    if (!(await options.to.create(`${name}/begun`, '')))
      throw new StartupError(`${options.to.place} has a backup ${name} already: try again in a second.`);
    try {
      return { name, manifest: await copyAll(config, options, name, identity.deployment) };
    } catch (error) {
      // The first error is the cause; a folder that cannot be removed now goes with a later backup.
      await options.to.removeFolder(name).catch(() => undefined);
      throw error;
    }
  });
}

/** Each backup would contain the previous ones, and they would be lost together. */
function refuseInside(to: string, place: string): void {
  if (`${to}/`.startsWith(`${place}/`))
    throw new StartupError(`${to} is where the product keeps what is backed up: name another place for backups.`);
}
