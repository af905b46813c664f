import { and, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { files } from './schema/files.ts';
import { fileUrl } from './file-url.ts';

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
export async function forgetUnusedAvatars(db: Executor, ownerId: string, kept: string | null): Promise<string[]> {
  const unused = and(avatarsOf(ownerId), kept === null ? undefined : ne(url, kept));
  return (await db.delete(files).where(unused).returning({ key: files.storageKey })).map(({ key }) => key);
}
