import { eq } from 'drizzle-orm';
import { DISCUSSION } from '@solvent/contracts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { comments } from '../../platform/db/schema/comments.ts';
import type { CommentRow } from '../../platform/db/schema/comments.ts';
import { problems } from '../../platform/db/schema/problems.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { WrittenComment } from './presenter.ts';
import { holdComment, readComment } from './repository.ts';

const EDIT_TIME = DISCUSSION.editMinutes * 60_000;

/** Which comment, and who asks. */
interface Request {
  id: string;
  callerId: string;
}

async function change(tx: Tx, id: string, columns: Partial<CommentRow>): Promise<WrittenComment> {
  await tx.update(comments).set(columns).where(eq(comments.id, id));
  return readComment(tx, id);
}

async function holdOwn(tx: Tx, { id, callerId }: Request): Promise<CommentRow> {
  const comment = await holdComment(tx, id);
  if (comment === undefined) throw notFound('This comment');
  if (comment.authorId !== callerId) throw new AppError('forbidden', 'Only who wrote this comment can do that.');
  return comment;
}

async function holdQuestionOfPoster(tx: Tx, { id, callerId }: Request): Promise<void> {
  const comment = await holdComment(tx, id);
  if (comment === undefined) throw notFound('This comment');
  const posted = (await tx.select({ by: problems.userId }).from(problems).where(eq(problems.id, comment.problemId)))[0];
  if (posted?.by !== callerId) throw new AppError('forbidden', 'Only who posted the problem can pin its questions.');
  if (comment.parentId !== null) throw new AppError('conflict', 'Only questions can be pinned.');
}

/**
 * Changes what its author wrote.
 * @throws AppError `not_found`; `forbidden` to others; `conflict` once the time for editing is over
 */
export function editComment(db: Db, request: Request, content: string): Promise<WrittenComment> {
  return db.transaction(async (tx) => {
    const { createdAt } = await holdOwn(tx, request);
    const now = new Date();
    if (now.getTime() - createdAt.getTime() > EDIT_TIME)
      throw new AppError('conflict', `A comment can be edited for ${DISCUSSION.editMinutes} minutes.`);
    return change(tx, request.id, { content, editedAt: now });
  });
}

/**
 * Takes back what its author wrote: the words are gone, the place stays while it has answers.
 * @throws AppError `not_found`; `forbidden` to others
 */
export function deleteComment(db: Db, request: Request): Promise<WrittenComment> {
  return db.transaction(async (tx) => {
    await holdOwn(tx, request);
    return change(tx, request.id, { content: '', pinned: false, deletedAt: new Date() });
  });
}

/**
 * Lets the problem's poster put a question on top, or back into its place.
 * @throws AppError `not_found`; `forbidden` to others; `conflict` for an answer
 */
export function pinComment(db: Db, request: Request, pinned: boolean): Promise<WrittenComment> {
  return db.transaction(async (tx) => {
    await holdQuestionOfPoster(tx, request);
    return change(tx, request.id, { pinned });
  });
}
