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

type Moderate = (tx: Tx, events: Events, id: string, takeDown?: TakeDown) => Promise<ModeratedContent | undefined>;

/** Hides the content, or with null shows it again. */
type Apply = (events: Events, takenDownAt: Date | null) => Promise<Omit<ModeratedContent, 'kind' | 'subjectId'>>;

/**
 * Takes content down; without `takeDown`, restores it. @param lock returns undefined if there is no such content
 * @returns undefined if there is no such content @throws AppError `conflict` if it is already taken down, or is not
 */
const defineModeration =
  (kind: ContentKind, lock: (tx: Tx, id: string, isRestore: boolean) => Promise<Apply | undefined>): Moderate =>
  async (tx, events, id, takeDown) => {
    const apply = await lock(tx, id, takeDown === undefined);
    if (apply === undefined) return undefined;
    const takenDownAt = takeDown === undefined ? null : await storeTakeDown(tx, { kind, subjectId: id }, takeDown);
    if (takeDown === undefined) await removeTakeDown(tx, kind, id);
    const moderated = { kind, subjectId: id, ...(await apply(events, takenDownAt)) };
    await publishModeration(tx, events, moderated, takeDown?.reason);
    return moderated;
  };

/** Takes down or restores a problem. Only its poster and the parties of its agreements can read it meanwhile (product 6.10). */
export const moderateProblem = defineModeration('problem', async (tx, id) => {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) return undefined;
  return async (events, takenDownAt) => {
    await tx.update(problems).set({ takenDownAt }).where(eq(problems.id, id));
    await updateFiles(tx, id);
    addBidsChanged(events, id, [problem.userId]);
    addCommentsChanged(events, id);
    if (takenDownAt === null) await addProblemChanged(tx, events, id);
    return { authorId: problem.userId, problemId: id, label: `Your problem ${quoteTitle(problem.title)}` };
  };
});

async function findTitle(tx: Tx, problemId: string): Promise<string> {
  const [problem] = await tx.select({ title: problems.title }).from(problems).where(eq(problems.id, problemId));
  return quoteTitle(problem?.title ?? '');
}

/** Takes down or restores a comment, which looks deleted to other users meanwhile. Comments that the author deleted cannot be moderated. */
export const moderateComment = defineModeration('comment', async (tx, id, isRestore) => {
  // The problem's take-down decides which files are public.
  await lockCommentProblem(tx, id);
  const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  if (comment === undefined) return undefined;
  const { authorId, problemId } = comment;
  if (isErased(comment) && isRestore) throw conflict('The author of this comment deleted it: it can’t be restored.');
  if (isErased(comment)) return undefined;
  return async (events, deletedAt) => {
    await tx.update(comments).set({ deletedAt }).where(eq(comments.id, id));
    await updateFiles(tx, problemId);
    addCommentsChanged(events, problemId);
    return { authorId, problemId, label: `Your comment on ${await findTitle(tx, problemId)}` };
  };
});

/** Takes down or restores a review. Only published reviews can be taken down. */
export const moderatePersonReview = defineModeration('review', async (tx, id, isRestore) => {
  const { authorId, problemId, visibleFrom } = personReviews;
  const isPublished = isRestore ? undefined : lte(visibleFrom, new Date());
  const [review] = await tx
    .select({ authorId, problemId })
    .from(personReviews)
    .where(and(eq(personReviews.id, id), isPublished))
    .for('update');
  if (review === undefined) return undefined;
  return async (events, takenDownAt) => {
    await tx.update(personReviews).set({ takenDownAt }).where(eq(personReviews.id, id));
    addBidsChanged(events, review.problemId);
    return { ...review, label: `Your rating for ${await findTitle(tx, review.problemId)}` };
  };
});
