import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { deleteFileRows } from './delete-bytes.ts';
import { fileUrl } from './links.ts';
import { files } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';

const avatarsOf = (ownerId: string): SQL | undefined => and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'));

/** The file's address, made where it is compared: an address of elsewhere holds no id. */
const url = sql<string>`${fileUrl('')}::text || ${files.id}::text`;

/** True if this address is that of a picture which this person uploaded for themselves. */
export async function ownsAvatar(db: Executor, ownerId: string, address: string): Promise<boolean> {
  return (await db.$count(files, and(avatarsOf(ownerId), eq(url, address)))) > 0;
}

/**
 * Forgets the pictures of a person but the one in use.
 * @param kept the address of the picture in use, null for none
 * @returns the keys of what is to be deleted from the file store once the transaction is through
 */
export function deleteUnusedAvatars(tx: Tx, ownerId: string, kept: string | null): Promise<string[]> {
  const unused = and(avatarsOf(ownerId), kept === null ? undefined : ne(url, kept));
  return deleteFileRows(tx, unused);
}

/**
 * Makes a person's pictures nobody's business, and what they uploaded for no problem: they are not served any more. The nameless rows stay until the bytes are
 * gone ({@link deletePicturesOfDeletedAccounts}), so that a crash in between leaves no bytes that nobody knows of.
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

type PictureDeps = Pick<Deps, 'db' | 'files'>;

/** Bytes may be shared: pictures of the demo data are named after their content. */
const isShared = async (db: Db, file: { id: string; storageKey: string }): Promise<boolean> =>
  (await db.$count(files, and(eq(files.storageKey, file.storageKey), ne(files.id, file.id)))) > 0;

/** Deletes the pictures that the deleted left: bytes first, then the row. Done again, it goes on with what is left. */
export async function deletePicturesOfDeletedAccounts({ db, files: store }: PictureDeps): Promise<void> {
  const deleted = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  const left = await db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.purpose, 'avatar'), inArray(files.ownerId, deleted)));
  for (const file of left) {
    if (!(await isShared(db, file))) await store.delete(file.storageKey);
    await db.delete(files).where(eq(files.id, file.id));
  }
}
