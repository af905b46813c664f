import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { files, users } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { deleteFileRows } from './delete-bytes.ts';
import { fileUrl } from './links.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const isAvatarOwnedBy = (ownerId: string): SQL | undefined => and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'));

/** The file's URL, built in SQL for comparisons: a URL of another site contains no file id. */
const url = sql<string>`${fileUrl('')}::text || ${files.id}::text`;

export async function ownsAvatar(db: Executor, ownerId: string, address: string): Promise<boolean> {
  return (await db.$count(files, and(isAvatarOwnedBy(ownerId), eq(url, address)))) > 0;
}

/** Keeps the avatar with the URL `kept`. @returns storage keys to delete after the commit */
export function deleteUnusedAvatars(tx: Tx, ownerId: string, kept: string | null): Promise<string[]> {
  return deleteFileRows(tx, and(isAvatarOwnedBy(ownerId), kept === null ? undefined : ne(url, kept)));
}

/** Hides a deleted account's files. Their rows stay until {@link deletePicturesOfDeletedAccounts} deletes the bytes. */
export async function hidePictures(tx: Tx, { id, image }: UserRow): Promise<void> {
  const shown = image?.split('/').at(-1);
  const inUse = shown === undefined ? undefined : eq(files.id, shown);
  const unused = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  await tx
    .update(files)
    .set({ purpose: 'avatar', visibility: 'private', name: '' })
    .where(and(eq(files.ownerId, id), or(eq(files.purpose, 'avatar'), inUse, unused)));
}

/** Pictures of the demo data share their bytes. */
const isShared = async (db: Db, file: { id: string; storageKey: string }): Promise<boolean> =>
  (await db.$count(files, and(eq(files.storageKey, file.storageKey), ne(files.id, file.id)))) > 0;

/** Deletes the pictures of all deleted accounts, so one queued job is enough. */
export const deletePicturesJob = defineJob('left-pictures', { retryLimit: 12, retryDelaySeconds: 30 });

/** Deletes the bytes, then the row of each picture. A later run continues after a failure. */
export async function deletePicturesOfDeletedAccounts({ db, files: store }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  const deleted = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  const pictures = await db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.purpose, 'avatar'), inArray(files.ownerId, deleted)));
  for (const picture of pictures) {
    if (!(await isShared(db, picture))) await store.delete(picture.storageKey);
    await db.delete(files).where(eq(files.id, picture.id));
  }
}
