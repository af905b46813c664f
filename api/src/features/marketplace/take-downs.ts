import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { comments, files, personReviews, problemFiles, problems, textPictures } from '../../schema/index.ts';
import type { CommentRow } from '../../schema/index.ts';
import { publishModeration, removeTakeDown, storeTakeDown } from '../moderation/index.ts';
import type { ModeratedContent, TakeDown } from '../moderation/index.ts';
import { quoteTitle } from '../notifications/index.ts';
import { isErased, lockCommentProblem } from './comments/queries.ts';
import { addBidsChanged, addCommentsChanged, addProblemChanged, lockProblem, NOT_TAKEN_DOWN } from './problems/changes.ts';
import type { LockedProblem } from './problems/changes.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { conflict } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** Hides the files of a problem and its comments unless visible content uses them, otherwise makes them public. */
async function updateFiles(tx: Tx, problemId: string): Promise<void> {
  const attached = tx.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.problemId, problemId));
  const pictured = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.problemId, problemId));
  const attachedToSome = tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .innerJoin(problems, eq(problems.id, problemFiles.problemId))
    .where(and(eq(problemFiles.fileId, files.id), NOT_TAKEN_DOWN));
  const picturedInSome = tx
    .select({ id: textPictures.fileId })
    .from(textPictures)
    .innerJoin(problems, eq(problems.id, textPictures.problemId))
    .leftJoin(comments, eq(comments.id, textPictures.commentId))
    .where(and(eq(textPictures.fileId, files.id), NOT_TAKEN_DOWN, isNull(comments.deletedAt)));
  const isShown = or(exists(attachedToSome), exists(picturedInSome));
  await tx
    .update(files)
    .set({ visibility: sql`CASE WHEN ${isShown} THEN 'public' ELSE 'hidden' END` })
    .where(or(inArray(files.id, attached), inArray(files.id, pictured)));
}

/** Only the poster and the parties of its agreements can read a taken-down problem (product 6.10). */
async function setProblemTakenDown(
  tx: Tx,
  events: Events,
  { id, userId, title }: LockedProblem,
  takenDownAt: Date | null,
  reason?: string,
): Promise<ModeratedContent> {
  await tx.update(problems).set({ takenDownAt }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  const label = `Your problem ${quoteTitle(title)}`;
  const moderated: ModeratedContent = { kind: 'problem', subjectId: id, authorId: userId, label, problemId: id };
  await publishModeration(tx, events, moderated, reason);
  addBidsChanged(events, id, [userId]);
  addCommentsChanged(events, id);
  return moderated;
}

/** @returns undefined if there is no such problem @throws AppError `conflict` if it is already taken down */
export async function takeDownProblem(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<ModeratedContent | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  const takenDownAt = await storeTakeDown(tx, { kind: 'problem', subjectId: id }, takeDown);
  return setProblemTakenDown(tx, events, problem, takenDownAt, takeDown.reason);
}

/** @returns undefined if there is no such problem @throws AppError `conflict` if it is not taken down */
export async function restoreProblem(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  await removeTakeDown(tx, 'problem', id);
  const moderated = await setProblemTakenDown(tx, events, problem, null);
  await addProblemChanged(tx, events, id);
  return moderated;
}

async function findTitle(tx: Tx, problemId: string): Promise<string> {
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  return quoteTitle(problem?.title ?? '');
}

/** Locks the problem, too: its take-down decides which files are public. */
async function lockCommentRow(tx: Tx, id: string): Promise<CommentRow | undefined> {
  await lockCommentProblem(tx, id);
  const [found] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  return found;
}

/** To other users, a taken-down comment looks deleted. */
async function setCommentDeleted(
  tx: Tx,
  events: Events,
  { id, authorId, problemId }: CommentRow,
  deletedAt: Date | null,
  reason?: string,
): Promise<ModeratedContent> {
  await tx.update(comments).set({ deletedAt }).where(eq(comments.id, id));
  await updateFiles(tx, problemId);
  const label = `Your comment on ${await findTitle(tx, problemId)}`;
  const moderated: ModeratedContent = { kind: 'comment', subjectId: id, authorId, label, problemId };
  await publishModeration(tx, events, moderated, reason);
  addCommentsChanged(events, problemId);
  return moderated;
}

/** @returns undefined if there is no such comment, or its author deleted it @throws AppError `conflict` if it is already taken down */
export async function takeDownComment(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<ModeratedContent | undefined> {
  const comment = await lockCommentRow(tx, id);
  if (comment === undefined || isErased(comment)) return undefined;
  const deletedAt = await storeTakeDown(tx, { kind: 'comment', subjectId: id }, takeDown);
  return setCommentDeleted(tx, events, comment, deletedAt, takeDown.reason);
}

/** @returns undefined if there is no such comment @throws AppError `conflict` if it is not taken down, or its author deleted it */
export async function restoreComment(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const comment = await lockCommentRow(tx, id);
  if (comment === undefined) return undefined;
  if (isErased(comment)) throw conflict('The author of this comment deleted it: it can’t be restored.');
  await removeTakeDown(tx, 'comment', id);
  return setCommentDeleted(tx, events, comment, null);
}

async function lockReview(tx: Tx, filter: SQL | undefined) {
  const { id, authorId, problemId } = personReviews;
  const [found] = await tx.select({ id, authorId, problemId }).from(personReviews).where(filter).for('update');
  return found;
}

async function setReviewTakenDown(
  tx: Tx,
  events: Events,
  { id, authorId, problemId }: { id: string; authorId: string; problemId: string },
  takenDownAt: Date | null,
  reason?: string,
): Promise<ModeratedContent> {
  await tx.update(personReviews).set({ takenDownAt }).where(eq(personReviews.id, id));
  const label = `Your rating for ${await findTitle(tx, problemId)}`;
  const moderated: ModeratedContent = { kind: 'review', subjectId: id, authorId, label, problemId };
  await publishModeration(tx, events, moderated, reason);
  addBidsChanged(events, problemId);
  return moderated;
}

/** @returns undefined if there is no published review @throws AppError `conflict` if it is already taken down */
export async function takeDownPersonReview(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<ModeratedContent | undefined> {
  const isPublished = lte(personReviews.visibleFrom, new Date());
  const review = await lockReview(tx, and(eq(personReviews.id, id), isPublished));
  if (review === undefined) return undefined;
  const takenDownAt = await storeTakeDown(tx, { kind: 'review', subjectId: id }, takeDown);
  return setReviewTakenDown(tx, events, review, takenDownAt, takeDown.reason);
}

/** @returns undefined if there is no such review @throws AppError `conflict` if it is not taken down */
export async function restorePersonReview(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const review = await lockReview(tx, eq(personReviews.id, id));
  if (review === undefined) return undefined;
  await removeTakeDown(tx, 'review', id);
  return setReviewTakenDown(tx, events, review, null);
}
