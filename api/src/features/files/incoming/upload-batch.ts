import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { files } from '../schema.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { ObjectStore } from '@solvent/object-store';
import { withTimeout } from '../../../platform/with-timeout.ts';

/** Who is to hear that something failed waits so long for what is cleared away (ms). */
const TIMEOUT = 900;

/** A kind of things that bring files, which go to the store before there is a row that names them. */
export interface UploadLocation {
  /** Where the files lie: `<folder>/<batch>/<place>`. */
  folder: string;
  /**
   * Where the marks lie: one for each thing whose files were stored, written before them. The files of a server that was
   * killed are found by it.
   */
  markers: string;
  /** So many files has one of them at most. */
  maxFiles: number;
}

/** The key of a thing's file; `place` counts from 0. */
const keyOf = ({ folder }: UploadLocation, batch: string, place: number): string => `${folder}/${batch}/${place}`;

/** The bytes of one thing's files: nothing of them stays unless the thing does. */
export class KeptFiles {
  readonly #incoming: UploadLocation;
  readonly #store: ObjectStore;
  readonly #log: FastifyBaseLogger;
  readonly #batch = newId();
  #keys: string[] = [];

  constructor(incoming: UploadLocation, store: ObjectStore, log: FastifyBaseLogger) {
    this.#incoming = incoming;
    this.#store = store;
    this.#log = log;
  }

  /** A key for a further file. */
  async nextKey(): Promise<string> {
    if (this.#keys.length === 0) await this.#store.put(this.#mark, new Uint8Array());
    const key = keyOf(this.#incoming, this.#batch, this.#keys.length);
    this.#keys.push(key);
    return key;
  }

  async #remove(keys: string[]): Promise<void> {
    for (const key of keys) await this.#store.delete(key);
    await this.#store.delete(this.#mark);
  }

  /** Deletes all of it. Never throws, nor holds anybody up for long: what fails is logged, and found by its mark. */
  async discard(): Promise<void> {
    const keys = this.#keys;
    this.#keys = [];
    if (keys.length === 0) return;
    try {
      await withTimeout(TIMEOUT, 'Removing them', this.#remove(keys));
    } catch (error) {
      this.#log.error({ err: error }, `Files in ${this.#incoming.folder} that nothing names were not removed`);
    }
  }

  get #mark(): string {
    return `${this.#incoming.markers}/${this.#batch}`;
  }
}

/**
 * Marks files as if they had just come in, before the rows that name them are deleted: should nobody delete the bytes then,
 * they are found as abandoned ones. Marks of files whose rows stay do no harm.
 * @returns takes the marks away
 */
export async function markForRemoval(
  { folder, markers }: UploadLocation,
  store: ObjectStore,
  keys: string[],
): Promise<() => Promise<void>> {
  const own = keys.filter((key) => key.startsWith(`${folder}/`));
  const marked = [...new Set(own.map((key) => `${markers}/${key.split('/')[1] ?? ''}`))];
  for (const mark of marked) await store.put(mark, new Uint8Array());
  return async () => {
    for (const mark of marked) await store.delete(mark);
  };
}

/** A request has long ended after this (ms): what no row names by then, no row will name. */
const AGE = 2 * 3_600_000;
/** So many things are looked up at once. */
const TOGETHER = 100;

type Sweeping = Pick<Deps, 'db' | 'files'>;

/** When a thing began to come in (Unix time, ms): its UUIDv7 begins with it. NaN for another name. */
const begunAt = (batch: string) => Number.parseInt(batch.slice(0, 8) + batch.slice(9, 13), 16);

const keysOf = (incoming: UploadLocation, batch: string) =>
  Array.from({ length: incoming.maxFiles }, (_, place) => keyOf(incoming, batch, place));

async function removeOf({ db, files: store }: Sweeping, incoming: UploadLocation, batches: string[]): Promise<void> {
  const keys = batches.flatMap((batch) => keysOf(incoming, batch));
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const kept = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!kept.has(key)) await store.delete(key);
  // The marks go last: whoever is killed before is followed by somebody who finds them.
  for (const batch of batches) await store.delete(`${incoming.markers}/${batch}`);
}

/** Deletes files that came in for something which was never stored, because the server was killed in between. */
export async function deleteAbandonedUploads(deps: Sweeping, incoming: UploadLocation): Promise<void> {
  const before = Date.now() - AGE;
  const marks = (await deps.files.list(incoming.markers)).map((key) => key.slice(incoming.markers.length + 1));
  const old = marks.filter((batch) => begunAt(batch) < before);
  for (let done = 0; done < old.length; done += TOGETHER) await removeOf(deps, incoming, old.slice(done, done + TOGETHER));
  await deps.files.removeUnfinished(incoming.folder, new Date(before));
}
