import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { files } from '../files/schema.ts';
import { publishModerated, removeTakeDown, storeTakeDown } from '../moderation/service.ts';
import type { Moderated, TakeDown } from '../moderation/service.ts';
import { quoted } from '../notifications/service.ts';
import { addAskAgain, addCommentsChanged, addProblemChanged, lockProblem } from './problems/changes.ts';
import type { LockedProblem } from './problems/changes.ts';
import { IS_UP } from './problems/visibility.ts';
import { comments, personReviews, problemFiles, problems, textPictures } from './schema.ts';
import type { CommentRow } from './schema.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

/** Hides the files of a problem and of its comments while all that shows them is taken down, and shows them again afterwards. */
async function updateFiles(tx: Tx, problemId: string): Promise<void> {
  const attached = tx.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.problemId, problemId));
  const pictured = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.problemId, problemId));
  const attachedToSome = tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .innerJoin(problems, eq(problems.id, problemFiles.problemId))
    .where(and(eq(problemFiles.fileId, files.id), IS_UP));
  const picturedInSome = tx
    .select({ id: textPictures.fileId })
    .from(textPictures)
    .innerJoin(problems, eq(problems.id, textPictures.problemId))
    .leftJoin(comments, eq(comments.id, textPictures.commentId))
    .where(and(eq(textPictures.fileId, files.id), IS_UP, isNull(comments.deletedAt)));
  const isShown = or(exists(attachedToSome), exists(picturedInSome));
  await tx
    .update(files)
    .set({ visibility: sql`CASE WHEN ${isShown} THEN 'public' ELSE 'hidden' END` })
    .where(or(inArray(files.id, attached), inArray(files.id, pictured)));
}

const problemOf = ({ id, userId, title }: LockedProblem): Moderated => ({
  kind: 'problem',
  subjectId: id,
  authorId: userId,
  what: `Your problem ${quoted(title)}`,
  problemId: id,
});

/** Open pages of the problem fetch it again: those of most people learn that it is not there. */
function addProblemModerated(events: Events, { id, userId }: LockedProblem): void {
  addAskAgain(events, id, [userId]);
  addCommentsChanged(events, id);
}

/**
 * Takes a problem down: its poster, and the people of its agreements, alone still read it, and work under way goes on (product 6.10).
 * @returns what was taken down; undefined if there is no such problem
 * @throws AppError `conflict` where it is taken down already
 */
export async function takeDownProblem(tx: Tx, events: Events, id: string, takeDown: TakeDown): Promise<Moderated | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  const takenDownAt = await storeTakeDown(tx, { kind: 'problem', subjectId: id }, takeDown);
  await tx.update(problems).set({ takenDownAt }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  const moderated = problemOf(problem);
  await publishModerated(tx, events, moderated, takeDown.reason);
  addProblemModerated(events, problem);
  return moderated;
}

/** @returns what was restored; undefined if there is no such problem @throws AppError `conflict` where it is not taken down */
export async function restoreProblem(tx: Tx, events: Events, id: string): Promise<Moderated | undefined> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  await removeTakeDown(tx, 'problem', id);
  await tx.update(problems).set({ takenDownAt: null }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  const moderated = problemOf(problem);
  await publishModerated(tx, events, moderated);
  addProblemModerated(events, problem);
  await addProblemChanged(tx, events, id);
  return moderated;
}

async function commentOf(tx: Tx, { id, authorId, problemId }: CommentRow): Promise<Moderated> {
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  const what = `Your comment on ${quoted(problem?.title ?? '')}`;
  return { kind: 'comment', subjectId: id, authorId, what, problemId };
}

/**
 * Takes a question or an answer down: to others it is a deleted one.
 * @returns what was taken down; undefined if there is no such comment, or its author deleted it
 * @throws AppError `conflict` where it is taken down already
 */
export async function takeDownComment(tx: Tx, events: Events, id: string, takeDown: TakeDown): Promise<Moderated | undefined> {
  const comment = await findComment(tx, id);
  if (comment === undefined) return undefined;
  const deletedAt = await storeTakeDown(tx, { kind: 'comment', subjectId: id }, takeDown);
  await tx.update(comments).set({ deletedAt }).where(eq(comments.id, id));
  return changeComment(tx, events, comment, takeDown.reason);
}

/** @returns what was restored; undefined if there is no such comment @throws AppError `conflict` where it is not taken down */
export async function restoreComment(tx: Tx, events: Events, id: string): Promise<Moderated | undefined> {
  const comment = await findComment(tx, id);
  if (comment === undefined) return undefined;
  await removeTakeDown(tx, 'comment', id);
  await tx.update(comments).set({ deletedAt: null }).where(eq(comments.id, id));
  return changeComment(tx, events, comment);
}

/** The comment, locked; undefined if there is none, or its author deleted it: then its words are gone. */
async function findComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  const [found] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  return found?.content === '' ? undefined : found;
}

async function changeComment(tx: Tx, events: Events, comment: CommentRow, reason?: string): Promise<Moderated> {
  await updateFiles(tx, comment.problemId);
  const moderated = await commentOf(tx, comment);
  await publishModerated(tx, events, moderated, reason);
  addCommentsChanged(events, comment.problemId);
  return moderated;
}

/**
 * Takes down what one of the two of a solved problem says of the other: its stars no longer count. One that only its author sees so
 * far is not published, and can't be taken down.
 * @returns what was taken down; undefined if there is no such review, or it is not published
 * @throws AppError `conflict` where it is taken down already
 */
export async function takeDownPersonReview(
  tx: Tx,
  events: Events,
  id: string,
  takeDown: TakeDown,
): Promise<Moderated | undefined> {
  const isPublished = lte(personReviews.visibleFrom, new Date());
  const review = await lockReview(tx, and(eq(personReviews.id, id), isPublished));
  if (review === undefined) return undefined;
  const takenDownAt = await storeTakeDown(tx, { kind: 'review', subjectId: id }, takeDown);
  return changeReview(tx, events, review, takenDownAt, takeDown.reason);
}

/** @returns what was restored; undefined if there is no such review @throws AppError `conflict` where it is not taken down */
export async function restorePersonReview(tx: Tx, events: Events, id: string): Promise<Moderated | undefined> {
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
): Promise<Moderated> {
  await tx.update(personReviews).set({ takenDownAt }).where(eq(personReviews.id, id));
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  const what = `Your rating for ${quoted(problem?.title ?? '')}`;
  const moderated: Moderated = { kind: 'review', subjectId: id, authorId, what, problemId };
  await publishModerated(tx, events, moderated, reason);
  addAskAgain(events, problemId);
  return moderated;
}
