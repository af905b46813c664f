import { CHAT } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { exportFields, exportRows } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import { fileUrl } from './links.ts';
import { getResizedKey } from './pictures/pictures.ts';
import { files, uploadReservations, users } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { addJobWithoutWake } from '../../platform/jobs/jobs.ts';

type StoreDeps = Pick<Deps, 'db' | 'files'>;

/** Retries for about 17 hours, since a store can be unavailable for long. */
const DELETE_BYTES = defineJob<{ keys: string[] }>('delete-bytes', { retryLimit: 10, retryDelaySeconds: 60 });

/** A job in the same transaction deletes the bytes. @returns the number of rows */
export async function deleteFileRows(tx: Executor, where: SQL | undefined): Promise<number> {
  const removed = await tx
    .delete(files)
    .where(where)
    .returning({ key: files.storageKey, isMessagePicture: sql<boolean>`purpose = 'message' AND width IS NOT NULL` });
  const keys = removed.flatMap(({ key, isMessagePicture }) => [
    key,
    ...(isMessagePicture ? CHAT.pictureWidths.map((width) => getResizedKey(key, width)) : []),
  ]);
  if (keys.length > 0) await addJobWithoutWake(tx, DELETE_BYTES, { keys });
  return removed.length;
}

/** Tries all keys. Keeps bytes that a row still references: pictures of the demo data share them. @throws the first failure */
export async function deleteUnreferenced({ db, files: store }: StoreDeps, keys: string[]): Promise<void> {
  const rows = await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys));
  const referenced = new Set(rows.map(({ key }) => key));
  const failures: unknown[] = [];
  for (const key of keys) if (!referenced.has(key)) await store.delete(key).catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const isAvatarOwnedBy = (ownerId: string): SQL | undefined => and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'));

/** The file's URL, built in SQL for comparisons: a URL of another site contains no file id. */
const url = sql<string>`${fileUrl('')}::text || ${files.id}::text`;

export async function ownsAvatar(db: Executor, ownerId: string, address: string): Promise<boolean> {
  return (await db.$count(files, and(isAvatarOwnedBy(ownerId), eq(url, address)))) > 0;
}

/** Keeps the avatar with the URL `kept`. */
export async function deleteUnusedAvatars(tx: Tx, ownerId: string, kept: string | null): Promise<void> {
  await deleteFileRows(tx, and(isAvatarOwnedBy(ownerId), kept === null ? undefined : ne(url, kept)));
}

/** Hides a deleted account's files. Their rows stay until the job `left-pictures`. */
async function hidePictures(tx: Tx, { id, image }: UserRow): Promise<void> {
  const shown = image?.split('/').at(-1);
  const inUse = shown === undefined ? undefined : eq(files.id, shown);
  const unused = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  await tx
    .update(files)
    .set({ purpose: 'avatar', visibility: 'private', name: '' })
    .where(and(eq(files.ownerId, id), or(eq(files.purpose, 'avatar'), inUse, unused)));
}

/** Deletes the pictures of all deleted accounts, so one queued job is enough. */
const deletePicturesJob = defineJob('left-pictures', { retryLimit: 12, retryDelaySeconds: 30 });

async function deletePicturesOfDeletedAccounts(tx: Tx): Promise<void> {
  const deleted = tx.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  await deleteFileRows(tx, and(eq(files.purpose, 'avatar'), inArray(files.ownerId, deleted)));
}

export function registerDeletionJobs(deps: StoreDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.handle(DELETE_BYTES, ({ keys }) => deleteUnreferenced(deps, keys));
  deps.jobs.handle(deletePicturesJob, () => deps.db.transaction(deletePicturesOfDeletedAccounts));
}

const { id: _id, name, size, mimeType, createdAt } = files;

export const exporter = exportFields({
  files: exportRows(
    { _id, url, name, size, mimeType, createdAt },
    (select, { id }) => select.from(files).where(eq(files.ownerId, id)).orderBy(desc(createdAt)),
    { url: json.text },
  ),
});

export const accountDeletion: AccountDeletionHook = {
  settle: (tx, _events, user) => hidePictures(tx, user),
  async erase(tx, { id }) {
    await tx.delete(uploadReservations).where(eq(uploadReservations.userId, id));
  },
  addJobs: (tx, addJob) => addJob(tx, deletePicturesJob, {}, { singletonKey: 'all' }),
};
