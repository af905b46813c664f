import { and, eq, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../db/connect.ts';
import { files } from '../db/schema/files.ts';
import { fileUrl } from './file-url.ts';

const avatarsOf = (ownerId: string): SQL | undefined => and(eq(files.ownerId, ownerId), eq(files.purpose, 'avatar'));

/** The id in a file's address; an empty text where there is none. */
const idIn = (url: string): string => url.split('/').at(-1) ?? '';

/** True if this address is that of a picture which this person uploaded for themselves. `url` has passed `updateProfileRules`. */
export async function ownsAvatar(db: Executor, ownerId: string, url: string): Promise<boolean> {
  return (await db.$count(files, and(avatarsOf(ownerId), eq(files.id, idIn(url))))) > 0 && url === fileUrl(idIn(url));
}

/**
 * Forgets the pictures of a person but the one in use.
 * @param kept the address of the picture in use, null for none
 * @returns the keys of what is to be deleted from the file store once the transaction is through
 */
export async function forgetUnusedAvatars(db: Executor, ownerId: string, kept: string | null): Promise<string[]> {
  const unused = and(avatarsOf(ownerId), kept === null ? undefined : ne(files.id, idIn(kept)));
  return (await db.delete(files).where(unused).returning({ key: files.storageKey })).map(({ key }) => key);
}
