import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { deleteFileRows } from './delete-bytes.ts';
import { fileUrl } from './links.ts';
import { files } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';

const isAvatarOwnedBy = (ownerId: string): SQL | undefined => and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'));

/** The file's URL, built in SQL for comparisons: a URL of another site contains no file id. */
const url = sql<string>`${fileUrl('')}::text || ${files.id}::text`;

/** Whether this URL is an avatar that the user uploaded. */
export async function ownsAvatar(db: Executor, ownerId: string, address: string): Promise<boolean> {
  return (await db.$count(files, and(isAvatarOwnedBy(ownerId), eq(url, address)))) > 0;
}

/**
 * Deletes a user's avatars except the one in use.
 * @param kept the URL of the avatar in use, null for none
 * @returns storage keys to delete after the commit
 */
export function deleteUnusedAvatars(tx: Tx, ownerId: string, kept: string | null): Promise<string[]> {
  return deleteFileRows(tx, and(isAvatarOwnedBy(ownerId), kept === null ? undefined : ne(url, kept)));
}

/**
 * Makes a deleted account's pictures and unused attachments private and nameless. The rows stay until their bytes are deleted
 * ({@link deletePicturesOfDeletedAccounts}), so that a crash leaves no bytes without a row.
 */
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
