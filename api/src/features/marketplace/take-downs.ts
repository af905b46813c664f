import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { files } from '../files/schema.ts';
import { publishModeration, removeTakeDown, storeTakeDown } from '../moderation/service.ts';
import type { ModeratedContent, TakeDown } from '../moderation/service.ts';
import { quoteTitle } from '../notifications/service.ts';
import { isErased, lockProblemOf } from './comments/queries.ts';
import { addBidsChanged, addCommentsChanged, addProblemChanged, lockProblem } from './problems/changes.ts';
import type { LockedProblem } from './problems/changes.ts';
import { NOT_TAKEN_DOWN } from './problems/visibility.ts';
import { comments, personReviews, problemFiles, problems, textPictures } from './schema.ts';
import type { CommentRow } from './schema.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { conflict } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** Hides the files of a problem and of its comments if no other visible content uses them, or makes them public again. */
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

const problemOf = ({ id, userId, title }: LockedProblem): ModeratedContent => ({
  kind: 'problem',
  subjectId: id,
  authorId: userId,
  label: `Your problem ${quoteTitle(title)}`,
  problemId: id,
});

/** Open pages of the problem fetch it again; most users then see that it does not exist. */
function addProblemModerated(events: Events, { id, userId }: LockedProblem): void {
  addBidsChanged(events, id, [userId]);
  addCommentsChanged(events, id);
}

/**
 * Takes a problem down: only its poster and the participants of its agreements can read it, and their work continues (product
 * 6.10).
 * @returns what was taken down; undefined if there is no such problem
 * @throws AppError `conflict` if it is already taken down
 */
export async function takeDownProblem(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<ModeratedContent | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  const takenDownAt = await storeTakeDown(tx, { kind: 'problem', subjectId: id }, takeDown);
  await tx.update(problems).set({ takenDownAt }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  const moderated = problemOf(problem);
  await publishModeration(tx, events, moderated, takeDown.reason);
  addProblemModerated(events, problem);
  return moderated;
}

/** @returns what was restored; undefined if there is no such problem @throws AppError `conflict` if it is not taken down */
export async function restoreProblem(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  await removeTakeDown(tx, 'problem', id);
  await tx.update(problems).set({ takenDownAt: null }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  const moderated = problemOf(problem);
  await publishModeration(tx, events, moderated);
  addProblemModerated(events, problem);
  await addProblemChanged(tx, events, id);
  return moderated;
}

async function commentOf(tx: Tx, { id, authorId, problemId }: CommentRow): Promise<ModeratedContent> {
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  const what = `Your comment on ${quoteTitle(problem?.title ?? '')}`;
  return { kind: 'comment', subjectId: id, authorId, label: what, problemId };
}

/**
 * Takes down a question or an answer: to other users it looks deleted.
 * @returns what was taken down; undefined if there is no such comment, or its author deleted it
 * @throws AppError `conflict` if it is already taken down
 */
export async function takeDownComment(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<ModeratedContent | undefined> {
  const comment = await findComment(tx, id);
  if (comment === undefined || isErased(comment)) return undefined;
  const deletedAt = await storeTakeDown(tx, { kind: 'comment', subjectId: id }, takeDown);
  await tx.update(comments).set({ deletedAt }).where(eq(comments.id, id));
  return changeComment(tx, events, comment, takeDown.reason);
}

/**
 * @returns what was restored; undefined if there is no such comment
 * @throws AppError `conflict` if it is not taken down, or its author deleted it
 */
export async function restoreComment(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const comment = await findComment(tx, id);
  if (comment === undefined) return undefined;
  if (isErased(comment)) throw conflict('The author of this comment deleted it: it can’t be restored.');
  await removeTakeDown(tx, 'comment', id);
  await tx.update(comments).set({ deletedAt: null }).where(eq(comments.id, id));
  return changeComment(tx, events, comment);
}

/** The comment, locked. Locks its problem, too: whether that is taken down decides which files are public. */
async function findComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  await lockProblemOf(tx, id);
  const [found] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  return found;
}

async function changeComment(tx: Tx, events: Events, comment: CommentRow, reason?: string): Promise<ModeratedContent> {
  await updateFiles(tx, comment.problemId);
  const moderated = await commentOf(tx, comment);
  await publishModeration(tx, events, moderated, reason);
  addCommentsChanged(events, comment.problemId);
  return moderated;
}

/**
 * Takes down the review that one participant of a solved problem wrote about the other: its stars no longer count. A review that
 * only its author can see is not published, and can't be taken down.
 * @returns what was taken down; undefined if there is no such review, or it is not published
 * @throws AppError `conflict` if it is already taken down
 */
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
  return changeReview(tx, events, review, takenDownAt, takeDown.reason);
}

/** @returns what was restored; undefined if there is no such review @throws AppError `conflict` if it is not taken down */
export async function restorePersonReview(tx: Tx, events: Events, id: string): Promise<ModeratedContent | undefined> {
  const review = await lockReview(tx, eq(personReviews.id, id));
  if (review === undefined) return undefined;
  await removeTakeDown(tx, 'review', id);
  return changeReview(tx, events, review, null);
}

async function lockReview(tx: Tx, which: SQL | undefined) {
  const { id, authorId, problemId } = personReviews;
  const [found] = await tx.select({ id, authorId, problemId }).from(personReviews).where(which).for('update');
  return found;
}

async function changeReview(
  tx: Tx,
  events: Events,
  { id, authorId, problemId }: { id: string; authorId: string; problemId: string },
  takenDownAt: Date | null,
  reason?: string,
): Promise<ModeratedContent> {
  await tx.update(personReviews).set({ takenDownAt }).where(eq(personReviews.id, id));
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  const what = `Your rating for ${quoteTitle(problem?.title ?? '')}`;
  const moderated: ModeratedContent = { kind: 'review', subjectId: id, authorId, label: what, problemId };
  await publishModeration(tx, events, moderated, reason);
  addBidsChanged(events, problemId);
  return moderated;
}
