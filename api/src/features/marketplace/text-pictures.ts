import { getPictureIds, replacePictureUrls } from '@solvent/contracts/rules/text-pictures';
import { and, eq, inArray, isNull, like, notExists, notInArray } from 'drizzle-orm';
import { problemFiles, textPictures } from './schema.ts';
import { files } from '../files/schema.ts';
import { deleteFileRows } from '../files/service.ts';
import type { FileLinks } from '../files/service.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';

/** A text that shows pictures: a problem's, or with `commentId` a comment under it. */
interface TextPlace {
  problemId: string;
  commentId?: string;
  /** Whose pictures it may make everybody's to read. */
  authorId: string;
}

/** Of these files the author's own pictures that are no attachment of a problem; nobody removes them meanwhile. */
async function holdOwn(tx: Tx, ids: string[], authorId: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const attached = tx.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.fileId, files.id));
  const own = and(inArray(files.id, ids), eq(files.ownerId, authorId), eq(files.purpose, 'attachment'));
  const held = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(own, like(files.mimeType, 'image/%'), notExists(attached)))
    .orderBy(files.id)
    .for('update');
  return held.map(({ id }) => id);
}

/** Of these files those that no text shows any more are deleted. @returns their keys */
async function removeUnused(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Of two texts that let go of one at once, the second sees what the first has left.
  await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids)).orderBy(files.id).for('update');
  const shown = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.fileId, files.id));
  return deleteFileRows(tx, and(inArray(files.id, ids), notExists(shown)));
}

/**
 * Makes what a text shows of its author's pictures everybody's to read, and deletes those that it no longer shows and no other
 * text does (product 5.19). Anything else that it names stays what it is.
 * @returns the keys of what is to be deleted from the file store after the commit
 */
export async function syncTextPictures(tx: Tx, { problemId, commentId, authorId }: TextPlace, text: string): Promise<string[]> {
  const held = await holdOwn(tx, getPictureIds(text), authorId);
  const here = and(
    eq(textPictures.problemId, problemId),
    commentId === undefined ? isNull(textPictures.commentId) : eq(textPictures.commentId, commentId),
  );
  const left = await tx
    .delete(textPictures)
    .where(held.length > 0 ? and(here, notInArray(textPictures.fileId, held)) : here)
    .returning({ id: textPictures.fileId });
  if (held.length > 0) {
    await tx
      .insert(textPictures)
      .values(held.map((fileId) => ({ fileId, problemId, commentId })))
      .onConflictDoNothing();
    await tx.update(files).set({ visibility: 'public' }).where(inArray(files.id, held));
  }
  return removeUnused(
    tx,
    left.map(({ id }) => id),
  );
}

/** Replaces the addresses of hidden pictures in a problem's text, or with `commentId` in that of a comment under it. */
type LinkPictures = (text: string, commentId?: string | null) => string;

/**
 * For users who can read texts of taken-down content: links to the pictures of these texts, which are hidden (product 6.10). Other
 * files that a text names get no links.
 */
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
    const ids = new Set(hidden.filter((one) => one.commentId === commentId).map(({ id }) => id));
    return replacePictureUrls(text, (id) => (ids.has(id) ? linkTo(id) : undefined));
  };
}
