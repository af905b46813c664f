import { inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../deps.ts';
import { files } from './schema.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { addJobWithoutWake } from '../../platform/jobs/jobs.ts';

/** Deletes bytes whose rows were deleted. Tried again for some 17 hours: a store may be away for long. */
const DELETE_BYTES = defineJob<{ keys: string[] }>('delete-bytes', { retryLimit: 10, retryDelaySeconds: 60 });

/**
 * Deletes rows of files. A job in the same transaction deletes their bytes: neither a store that fails nor a server that is killed
 * leaves bytes without a row.
 * @returns their keys in the file store
 */
export async function deleteFileRows(tx: Executor, where: SQL | undefined): Promise<string[]> {
  const removed = await tx.delete(files).where(where).returning({ key: files.storageKey });
  const keys = removed.map(({ key }) => key);
  if (keys.length > 0) await addJobWithoutWake(tx, DELETE_BYTES, { keys });
  return keys;
}

/** Deletes bytes at once, after the commit of {@link deleteFileRows}; what fails is left to its job. */
export async function deleteBytes({ files: store }: Pick<Deps, 'files'>, keys: string[], log: FastifyBaseLogger): Promise<void> {
  const left = (key: string) => (error: unknown) => log.warn({ err: error, key }, 'A removed file is deleted later by a job');
  await Promise.all(keys.map((key) => store.delete(key).catch(left(key))));
}

/** Files may share their bytes, such as pictures of the demo data: those that a row still names stay. */
async function deleteUnnamed({ db, files: store }: Pick<Deps, 'db' | 'files'>, keys: string[]): Promise<void> {
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const named = new Set(rows.map(({ key }) => key));
  for (const key of keys) if (!named.has(key)) await store.delete(key);
}

/** Does the jobs that delete bytes. */
export const handleDeletedFiles = (deps: Pick<Deps, 'db' | 'files' | 'jobs'>): void =>
  deps.jobs.handle(DELETE_BYTES, ({ keys }) => deleteUnnamed(deps, keys));
