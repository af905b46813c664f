import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { CHAT } from '@solvent/contracts';
import { files } from '../../../platform/db/schema/files.ts';
import type { Deps } from '../../../platform/deps.ts';
import { keyOf, MARKS } from './kept-files.ts';

/** A request has long ended after this (ms): what no message has by then, no message will have. */
const AGE = 2 * 3_600_000;
/** How often a server looks (ms). */
const EVERY = 3_600_000;
/** So many messages are looked up at once. */
const TOGETHER = 100;

type Sweeping = Pick<Deps, 'db' | 'files'>;

/** When a message began to come in (Unix time, ms): its UUIDv7 begins with it. NaN for another name. */
const begunAt = (batch: string) => Number.parseInt(batch.slice(0, 8) + batch.slice(9, 13), 16);

const keysOf = (batch: string) => Array.from({ length: CHAT.filesMax }, (_, place) => keyOf(batch, place));

async function removeOf({ db, files: store }: Sweeping, batches: string[]): Promise<void> {
  const keys = batches.flatMap(keysOf);
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const kept = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!kept.has(key)) await store.delete(key);
  // The marks go last: whoever is killed before is followed by somebody who finds them.
  for (const batch of batches) await store.delete(`${MARKS}/${batch}`);
}

/** Deletes files that came in for a message which was never stored, because the server was killed in between. */
export async function removeAbandoned(deps: Sweeping): Promise<void> {
  const before = Date.now() - AGE;
  const marks = (await deps.files.list(MARKS)).map((key) => key.slice(MARKS.length + 1));
  const old = marks.filter((batch) => begunAt(batch) < before);
  for (let done = 0; done < old.length; done += TOGETHER) await removeOf(deps, old.slice(done, done + TOGETHER));
}

/**
 * Removes abandoned files now and every hour.
 * @returns ends it, once what it does just now is done
 */
export function startRemovingAbandoned(deps: Sweeping, log: FastifyBaseLogger): () => Promise<void> {
  let removing: Promise<void> = Promise.resolve();
  const remove = () => {
    removing = removeAbandoned(deps).catch((error: unknown) => log.warn({ err: error }, 'Abandoned files were not removed'));
  };
  remove();
  const timer = setInterval(remove, EVERY).unref();
  return async () => {
    clearInterval(timer);
    await removing;
  };
}
