import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { files } from '../../files/schema/files.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import type { Deps } from '../../../deps.ts';

/**
 * Makes a person's pictures nobody's business, and what they uploaded for no problem: they are not served any more. The nameless rows stay until the bytes are
 * gone ({@link removeLeftPictures}), so that a crash in between leaves no bytes that nobody knows of.
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

async function removeAll({ db, files: store }: PictureDeps): Promise<void> {
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

/** Deletes the pictures that the deleted left: bytes first, then the row. What fails is told to `log`, and tried the next time. */
export async function removeLeftPictures(deps: PictureDeps, log: FastifyBaseLogger): Promise<void> {
  await removeAll(deps).catch((error: unknown) => {
    log.error({ err: error }, 'Pictures of deleted accounts are left; the next deletion or start tries again');
  });
}
