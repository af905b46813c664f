import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { files } from '../../../schema/index.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { ObjectStore } from '@solvent/object-store';
import { withTimeout } from '../../../platform/with-timeout.ts';

/** How long a failed request waits for the cleanup. */
const TIMEOUT_MS = 900;

export interface UploadLocation {
  /** Files are `<folder>/<batch>/<index>`. */
  folder: string;
  /** Folder of markers: one per batch, written before its files, so that files of a killed server can be found. */
  markers: string;
  maxFiles: number;
}

const buildKey = ({ folder }: UploadLocation, batch: string, index: number): string => `${folder}/${batch}/${index}`;

/** The files of one upload, which are discarded unless their rows are inserted. */
export class UploadBatch {
  readonly #location: UploadLocation;
  readonly #store: ObjectStore;
  readonly #log: FastifyBaseLogger;
  readonly #id = newId();
  readonly #marker: string;
  #keys: string[] = [];

  constructor(location: UploadLocation, store: ObjectStore, log: FastifyBaseLogger) {
    this.#location = location;
    this.#store = store;
    this.#log = log;
    this.#marker = `${location.markers}/${this.#id}`;
  }

  async nextKey(): Promise<string> {
    if (this.#keys.length === 0) await this.#store.put(this.#marker, new Uint8Array());
    const key = buildKey(this.#location, this.#id, this.#keys.length);
    this.#keys.push(key);
    return key;
  }

  async #delete(keys: string[]): Promise<void> {
    for (const key of keys) await this.#store.delete(key);
    await this.#store.delete(this.#marker);
  }

  async discard(): Promise<void> {
    const keys = this.#keys;
    this.#keys = [];
    if (keys.length === 0) return;
    try {
      await withTimeout(TIMEOUT_MS, 'Removing them', this.#delete(keys));
    } catch (error) {
      this.#log.error({ err: error }, `Unreferenced files in ${this.#location.folder} were not deleted`);
    }
  }
}

/** Marks files before their rows are deleted, in case their bytes are not deleted afterwards. @returns deletes the markers */
export async function markForRemoval(
  { folder, markers }: UploadLocation,
  store: ObjectStore,
  keys: string[],
): Promise<() => Promise<void>> {
  const own = keys.filter((key) => key.startsWith(`${folder}/`));
  const marked = [...new Set(own.map((key) => `${markers}/${key.split('/')[1] ?? ''}`))];
  for (const marker of marked) await store.put(marker, new Uint8Array());
  return async () => {
    for (const marker of marked) await store.delete(marker);
  };
}

/** Longer than any request takes. */
const ABANDONED_AFTER_MS = 2 * 3_600_000;
const BATCH_SIZE = 100;

type CleanupDeps = Pick<Deps, 'db' | 'files'>;

/** Unix time (ms), with which the UUIDv7 of a batch begins. NaN for other names. */
const getStartMs = (batch: string) => Number.parseInt(batch.slice(0, 8) + batch.slice(9, 13), 16);

async function deleteAbandonedBatches(
  { db, files: store }: CleanupDeps,
  location: UploadLocation,
  batches: string[],
): Promise<void> {
  const keys = batches.flatMap((batch) =>
    Array.from({ length: location.maxFiles }, (_, index) => buildKey(location, batch, index)),
  );
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const referenced = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!referenced.has(key)) await store.delete(key);
  // Last, so that a later run continues after a crash.
  for (const batch of batches) await store.delete(`${location.markers}/${batch}`);
}

export async function deleteAbandonedUploads(deps: CleanupDeps, location: UploadLocation): Promise<void> {
  const before = Date.now() - ABANDONED_AFTER_MS;
  const batches = (await deps.files.list(location.markers)).map((key) => key.slice(location.markers.length + 1));
  const old = batches.filter((batch) => getStartMs(batch) < before);
  for (let done = 0; done < old.length; done += BATCH_SIZE)
    await deleteAbandonedBatches(deps, location, old.slice(done, done + BATCH_SIZE));
  await deps.files.removeUnfinished(location.folder, new Date(before));
}
