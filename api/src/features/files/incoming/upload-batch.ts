import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { deleteUnreferenced } from '../deletion.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { ObjectStore } from '@solvent/object-store';
import { withTimeout } from '../../../platform/with-timeout.ts';

/** Maximum time for which a failed request waits for the cleanup. */
const TIMEOUT_MS = 900;

export interface UploadLocation {
  /** Files are `<folder>/<batch>/<index>`. */
  folder: string;
  /** Folder of markers: one per batch, written before its files, so that files of a killed server can be found. */
  markers: string;
  maxFiles: number;
}

const buildKey = ({ folder }: UploadLocation, batch: string, index: number): string => `${folder}/${batch}/${index}`;

export type UploadBatch = ReturnType<typeof createUploadBatch>;

/** Creates a batch for the files of one upload. */
export function createUploadBatch(location: UploadLocation, store: ObjectStore, log: FastifyBaseLogger) {
  const id = newId();
  const marker = `${location.markers}/${id}`;
  let keys: string[] = [];

  const deleteAll = async (discarded: string[]) => {
    for (const key of [...discarded, marker]) await store.delete(key);
  };

  return {
    async nextKey(): Promise<string> {
      if (keys.length === 0) await store.put(marker, new Uint8Array());
      const key = buildKey(location, id, keys.length);
      keys.push(key);
      return key;
    },
    /** Deletes the files, which no row references. Never throws. */
    async discard(): Promise<void> {
      const discarded = keys;
      keys = [];
      if (discarded.length === 0) return;
      try {
        await withTimeout(TIMEOUT_MS, 'Removing them', deleteAll(discarded));
      } catch (error) {
        log.error({ err: error }, `Unreferenced files in ${location.folder} were not deleted`);
      }
    },
  };
}

/** Longer than any request takes. */
const ABANDONED_AFTER_MS = 2 * 3_600_000;
const BATCH_SIZE = 100;

/** Returns the Unix time (ms) at the beginning of the UUIDv7 of a batch; NaN for other names. */
const getStartMs = (batch: string) => Number.parseInt(batch.slice(0, 8) + batch.slice(9, 13), 16);

export async function deleteAbandonedUploads(deps: Pick<Deps, 'db' | 'files'>, location: UploadLocation): Promise<void> {
  const { folder, markers, maxFiles } = location;
  const { files: store } = deps;
  const before = Date.now() - ABANDONED_AFTER_MS;
  const batches = (await store.list(markers)).map((key) => key.slice(markers.length + 1));
  const old = batches.filter((batch) => getStartMs(batch) < before);
  for (let done = 0; done < old.length; done += BATCH_SIZE) {
    const some = old.slice(done, done + BATCH_SIZE);
    const keys = some.flatMap((batch) => Array.from({ length: maxFiles }, (_, index) => buildKey(location, batch, index)));
    await deleteUnreferenced(deps, keys);
    // Last, so that a later run continues after a crash.
    for (const batch of some) await store.delete(`${markers}/${batch}`);
  }
  await store.removeUnfinished(folder, new Date(before));
}
