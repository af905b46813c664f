import { getPictureIds, replacePictureUrls } from '@solvent/contracts/rules/text-pictures';
import { and, asc, eq, inArray, isNull, like, notExists, notInArray, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { deleteFileRows } from '../files/index.ts';
import type { AccessQuery, FileLinks } from '../files/index.ts';
import {
  agreementFiles,
  earlierDeliveries,
  bidFiles,
  files,
  problemFiles,
  agreements,
  bids,
  comments,
  problems,
  textPictures,
} from '../../schema/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { invalid } from '../../platform/errors/app-error.ts';
import { isParty, visibleTo } from './problems/changes.ts';

interface AttachmentTarget {
  list: PgTable & { fileId: PgColumn; position: PgColumn };
  /** Property and column of the problem, the bid or the agreement. */
  target: string;
  targetId: PgColumn;
  /** Leaves out files that are not replaced. */
  filter?: SQL;
}

/** `attachment`: on problems. */
const TARGETS: Record<'attachment' | 'bid' | 'delivery' | 'earlierDelivery', AttachmentTarget> = {
  attachment: { list: problemFiles, target: 'problemId', targetId: problemFiles.problemId },
  bid: { list: bidFiles, target: 'bidId', targetId: bidFiles.bidId },
  delivery: {
    list: agreementFiles,
    target: 'agreementId',
    targetId: agreementFiles.agreementId,
    filter: isNull(agreementFiles.earlierDeliveryId),
  },
  earlierDelivery: {
    list: agreementFiles,
    target: 'earlierDeliveryId',
    targetId: agreementFiles.earlierDeliveryId,
    // Uses the index of the primary key.
    filter: eq(agreementFiles.agreementId, earlierDeliveries.agreementId),
  },
};

interface AttachOptions {
  purpose: 'attachment' | 'bid' | 'delivery';
  /** Id of the problem, bid or agreement. */
  id: string;
  ownerId: string;
}

/** Replaces the attached files. @throws AppError `invalid` for files that are not the owner's free attachments */
export async function attachFiles(tx: Tx, { purpose, id, ownerId }: AttachOptions, fileIds: string[]): Promise<void> {
  const { list, target, targetId, filter } = TARGETS[purpose];
  const visibility = purpose === 'attachment' ? 'public' : 'private';
  const ids = [...new Set(fileIds.map((fileId) => fileId.toLowerCase()))];
  const isListed = and(eq(targetId, id), filter);
  const attached = tx.select({ id: list.fileId }).from(list).where(isListed);
  // Attaching changes purpose or visibility, so a concurrent update finds the file no longer free.
  const isFree = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  const claimed = await tx
    .update(files)
    .set({ purpose, visibility })
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), or(isFree, inArray(files.id, attached))))
    .returning({ id: files.id });
  if (claimed.length < ids.length)
    throw invalid({ [purpose === 'delivery' ? 'files' : 'attachments']: 'Please upload the file again' });
  await deleteFileRows(tx, and(inArray(files.id, attached), notInArray(files.id, ids)));
  await tx.delete(list).where(isListed);
  if (ids.length > 0) await tx.insert(list).values(ids.map((fileId, position) => ({ [target]: id, fileId, position })));
}

const FILE_COLUMNS = { _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType };

/** Selects the ordered files of the problem, bid or agreement of the outer query as a column. */
export function nestedFiles(db: Executor, purpose: keyof typeof TARGETS, id: PgColumn) {
  const { list, targetId, filter } = TARGETS[purpose];
  return nestedRows(FILE_COLUMNS, (column) =>
    db
      .select(column)
      .from(list)
      .innerJoin(files, eq(files.id, list.fileId))
      .where(and(eq(targetId, id), filter))
      .orderBy(asc(list.position)),
  );
}

export const findBidAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: bids.id })
    .from(bidFiles)
    .innerJoin(bids, eq(bids.id, bidFiles.bidId))
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bidFiles.fileId, fileId), or(eq(bids.solverId, userId), eq(problems.userId, userId))));

export const findDeliveryAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: agreements.id })
    .from(agreementFiles)
    .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
    .where(and(eq(agreementFiles.fileId, fileId), isParty(userId)));

/** Users who can still read the taken-down problem. Pictures of a taken-down comment are for its author only. */
export const findHiddenAccess: AccessQuery = (db, fileId, userId) => {
  const attached = db
    .select({ id: problems.id })
    .from(problemFiles)
    .innerJoin(problems, eq(problems.id, problemFiles.problemId))
    .where(and(eq(problemFiles.fileId, fileId), visibleTo(db, userId)));
  const isTextVisible = and(visibleTo(db, userId), or(isNull(comments.deletedAt), eq(comments.authorId, userId)));
  const pictured = db
    .select({ id: problems.id })
    .from(textPictures)
    .innerJoin(problems, eq(problems.id, textPictures.problemId))
    .leftJoin(comments, eq(comments.id, textPictures.commentId))
    .where(and(eq(textPictures.fileId, fileId), isTextVisible));
  return unionAll(attached, pictured);
};

/** A problem's text or, with `commentId`, a comment's. */
interface PictureText {
  problemId: string;
  commentId?: string;
  /** The author of the text. Only this user's pictures become public. */
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

/** Makes the author's pictures in a text public, and deletes removed ones that no other text uses (product 5.19). */
export async function syncTextPictures(tx: Tx, { problemId, commentId, authorId }: PictureText, text: string): Promise<void> {
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
  if (removed.length === 0) return;
  const isRemoved = inArray(
    files.id,
    removed.map(({ id }) => id),
  );
  // Serializes concurrent removals, so that the last one deletes the file.
  await tx.select({ id: files.id }).from(files).where(isRemoved).orderBy(files.id).for('update');
  const used = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.fileId, files.id));
  await deleteFileRows(tx, and(isRemoved, notExists(used)));
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
