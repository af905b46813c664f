import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { files } from '../schema/files.ts';
import type { Deps } from '../../../deps.ts';
import { everyHour } from '../../../platform/every-hour.ts';
import { keyOf } from './kept-files.ts';
import type { Incoming } from './kept-files.ts';

/** A request has long ended after this (ms): what no row names by then, no row will name. */
const AGE = 2 * 3_600_000;
/** So many things are looked up at once. */
const TOGETHER = 100;

type Sweeping = Pick<Deps, 'db' | 'files'>;

/** When a thing began to come in (Unix time, ms): its UUIDv7 begins with it. NaN for another name. */
const begunAt = (batch: string) => Number.parseInt(batch.slice(0, 8) + batch.slice(9, 13), 16);

const keysOf = (incoming: Incoming, batch: string) =>
  Array.from({ length: incoming.filesMax }, (_, place) => keyOf(incoming, batch, place));

async function removeOf({ db, files: store }: Sweeping, incoming: Incoming, batches: string[]): Promise<void> {
  const keys = batches.flatMap((batch) => keysOf(incoming, batch));
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const kept = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!kept.has(key)) await store.delete(key);
  // The marks go last: whoever is killed before is followed by somebody who finds them.
  for (const batch of batches) await store.delete(`${incoming.marks}/${batch}`);
}

/** Deletes files that came in for something which was never stored, because the server was killed in between. */
export async function removeAbandoned(deps: Sweeping, incoming: Incoming): Promise<void> {
  const before = Date.now() - AGE;
  const marks = (await deps.files.list(incoming.marks)).map((key) => key.slice(incoming.marks.length + 1));
  const old = marks.filter((batch) => begunAt(batch) < before);
  for (let done = 0; done < old.length; done += TOGETHER) await removeOf(deps, incoming, old.slice(done, done + TOGETHER));
}

/**
 * Removes abandoned files now and every hour.
 * @returns ends it, once what it does just now is done
 */
export function startRemovingAbandoned(deps: Sweeping, incoming: Incoming, log: FastifyBaseLogger): () => Promise<void> {
  return everyHour(() => removeAbandoned(deps, incoming), log, 'Abandoned files were not removed');
}
