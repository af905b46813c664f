import { inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from './deps.ts';
import { files } from '../../schema/index.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { addJobWithoutWake } from '../../platform/jobs/jobs.ts';

/** Retries for about 17 hours, since a store can be unavailable for long. */
const DELETE_BYTES = defineJob<{ keys: string[] }>('delete-bytes', { retryLimit: 10, retryDelaySeconds: 60 });

/** A job in the same transaction deletes the bytes. @returns their storage keys */
export async function deleteFileRows(tx: Executor, where: SQL | undefined): Promise<string[]> {
  const removed = await tx.delete(files).where(where).returning({ key: files.storageKey });
  const keys = removed.map(({ key }) => key);
  if (keys.length > 0) await addJobWithoutWake(tx, DELETE_BYTES, { keys });
  return keys;
}

/** Deletes bytes right after the commit of {@link deleteFileRows}; its job retries failures. */
export async function deleteBytes({ files: store }: Pick<Deps, 'files'>, keys: string[], log: FastifyBaseLogger): Promise<void> {
  const warn = (key: string) => (error: unknown) => log.warn({ err: error, key }, 'A removed file is deleted later by a job');
  await Promise.all(keys.map((key) => store.delete(key).catch(warn(key))));
}

/** Keeps bytes that another row still references, such as pictures of the demo data. */
async function deleteUnreferenced({ db, files: store }: Pick<Deps, 'db' | 'files'>, keys: string[]): Promise<void> {
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const referenced = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!referenced.has(key)) await store.delete(key);
}

export const registerDeleteBytesJob = (deps: Pick<Deps, 'db' | 'files' | 'jobs'>): void =>
  deps.jobs.handle(DELETE_BYTES, ({ keys }) => deleteUnreferenced(deps, keys));
