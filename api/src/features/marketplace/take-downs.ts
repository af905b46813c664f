import type { ContentKind } from '@solvent/contracts';
import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { comments, files, personReviews, problemFiles, problems, textPictures } from '../../schema/index.ts';
import { publishModeration, removeTakeDown, storeTakeDown } from '../moderation/index.ts';
import type { ModeratedContent, TakeDown } from '../moderation/index.ts';
import { quoteTitle } from '../notifications/index.ts';
import { isErased, lockCommentProblem } from './comments/queries.ts';
import { addBidsChanged, addCommentsChanged, addProblemChanged, lockProblem, NOT_TAKEN_DOWN } from './problems/changes.ts';
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

/** Takes content down; without `takeDown`, restores it. Undefined if there is no such content. */
type Moderate = (tx: Tx, events: Events, id: string, takeDown?: TakeDown) => Promise<ModeratedContent | undefined>;

/** @throws AppError `conflict` if the content is already taken down, or for a restore, is not */
async function storeDecision(tx: Tx, kind: ContentKind, subjectId: string, takeDown?: TakeDown): Promise<Date | null> {
  if (takeDown !== undefined) return storeTakeDown(tx, { kind, subjectId }, takeDown);
  await removeTakeDown(tx, kind, subjectId);
  return null;
}

/** Only the poster and the parties of its agreements can read a taken-down problem (product 6.10). */
export const moderateProblem: Moderate = async (tx, events, id, takeDown) => {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  const takenDownAt = await storeDecision(tx, 'problem', id, takeDown);
  await tx.update(problems).set({ takenDownAt }).where(eq(problems.id, id));
  await updateFiles(tx, id);
  addBidsChanged(events, id, [problem.userId]);
  addCommentsChanged(events, id);
  if (takenDownAt === null) await addProblemChanged(tx, events, id);
  const moderated = {
    kind: 'problem',
    subjectId: id,
    authorId: problem.userId,
    problemId: id,
    label: `Your problem ${quoteTitle(problem.title)}`,
  } as const;
  await publishModeration(tx, events, moderated, takeDown?.reason);
  return moderated;
};

async function findTitle(tx: Tx, problemId: string): Promise<string> {
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  return quoteTitle(problem?.title ?? '');
}

/** To other users, a taken-down comment looks deleted. One that its author deleted cannot be moderated. */
export const moderateComment: Moderate = async (tx, events, id, takeDown) => {
  // The problem's take-down decides which files are public.
  await lockCommentProblem(tx, id);
  const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  if (comment === undefined) return undefined;
  const { authorId, problemId } = comment;
  if (isErased(comment) && takeDown === undefined) throw conflict('The author of this comment deleted it: it can’t be restored.');
  if (isErased(comment)) return undefined;
  const deletedAt = await storeDecision(tx, 'comment', id, takeDown);
  await tx.update(comments).set({ deletedAt }).where(eq(comments.id, id));
  await updateFiles(tx, problemId);
  addCommentsChanged(events, problemId);
  const moderated = {
    kind: 'comment',
    subjectId: id,
    authorId,
    problemId,
    label: `Your comment on ${await findTitle(tx, problemId)}`,
  } as const;
  await publishModeration(tx, events, moderated, takeDown?.reason);
  return moderated;
};

/** Only published reviews can be taken down. */
export const moderatePersonReview: Moderate = async (tx, events, id, takeDown) => {
  const { authorId, problemId, visibleFrom } = personReviews;
  const isPublished = takeDown === undefined ? undefined : lte(visibleFrom, new Date());
  const [review] = await tx
    .select({ authorId, problemId })
    .from(personReviews)
    .where(and(eq(personReviews.id, id), isPublished))
    .for('update');
  if (review === undefined) return undefined;
  const takenDownAt = await storeDecision(tx, 'review', id, takeDown);
  await tx.update(personReviews).set({ takenDownAt }).where(eq(personReviews.id, id));
  addBidsChanged(events, review.problemId);
  const moderated = {
    kind: 'review',
    subjectId: id,
    ...review,
    label: `Your rating for ${await findTitle(tx, review.problemId)}`,
  } as const;
  await publishModeration(tx, events, moderated, takeDown?.reason);
  return moderated;
};
