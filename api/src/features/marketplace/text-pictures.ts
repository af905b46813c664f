import { getPictureIds, replacePictureUrls } from '@solvent/contracts/rules/text-pictures';
import { and, eq, inArray, isNull, like, notExists, notInArray } from 'drizzle-orm';
import { files, problemFiles, textPictures } from '../../schema/index.ts';
import { deleteFileRows } from '../files/index.ts';
import type { FileLinks } from '../files/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';

/** A problem's text or, with `commentId`, a comment's. */
interface PictureText {
  problemId: string;
  commentId?: string;
  /** Only this user's pictures become public. */
  authorId: string;
}

async function lockOwnPictures(tx: Tx, ids: string[], authorId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const attached = tx.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.fileId, files.id));
  const isOwn = and(inArray(files.id, ids), eq(files.ownerId, authorId), eq(files.purpose, 'attachment'));
  const locked = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(isOwn, like(files.mimeType, 'image/%'), notExists(attached)))
    .orderBy(files.id)
    .for('update');
  return locked.map(({ id }) => id);
}

async function deleteUnused(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Serializes concurrent removals, so that the last one deletes the file.
  await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids)).orderBy(files.id).for('update');
  const used = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.fileId, files.id));
  return deleteFileRows(tx, and(inArray(files.id, ids), notExists(used)));
}

/**
 * Makes the author's pictures in a text public, and deletes removed ones that no other text uses (product 5.19).
 * @returns keys to delete from the file store after the commit
 */
export async function syncTextPictures(tx: Tx, { problemId, commentId, authorId }: PictureText, text: string): Promise<string[]> {
  const ids = await lockOwnPictures(tx, getPictureIds(text), authorId);
  const isInText = and(
    eq(textPictures.problemId, problemId),
    commentId === undefined ? isNull(textPictures.commentId) : eq(textPictures.commentId, commentId),
  );
  const removed = await tx
    .delete(textPictures)
    .where(ids.length > 0 ? and(isInText, notInArray(textPictures.fileId, ids)) : isInText)
    .returning({ id: textPictures.fileId });
  if (ids.length > 0) {
    await tx
      .insert(textPictures)
      .values(ids.map((fileId) => ({ fileId, problemId, commentId })))
      .onConflictDoNothing();
    await tx.update(files).set({ visibility: 'public' }).where(inArray(files.id, ids));
  }
  return deleteUnused(
    tx,
    removed.map(({ id }) => id),
  );
}

/** Replaces URLs of hidden pictures in a problem's text or, with `commentId`, in a comment's. */
type LinkPictures = (text: string, commentId?: string | null) => string;

/** Links hidden pictures for users who can read the taken-down texts (product 6.10). Other files get no links. */
export async function linkHiddenPictures(
  { db, linkTo }: { db: Executor } & Pick<FileLinks, 'linkTo'>,
  problemId: string,
): Promise<LinkPictures> {
  const hidden = await db
    .select({ id: files.id, commentId: textPictures.commentId })
    .from(textPictures)
    .innerJoin(files, eq(files.id, textPictures.fileId))
    .where(and(eq(textPictures.problemId, problemId), eq(files.visibility, 'hidden')));
  return (text, commentId = null) => {
    const ids = new Set(hidden.filter((picture) => picture.commentId === commentId).map(({ id }) => id));
    return replacePictureUrls(text, (id) => (ids.has(id) ? linkTo(id) : undefined));
  };
}
