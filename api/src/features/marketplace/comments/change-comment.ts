import { eq } from 'drizzle-orm';
import { DISCUSSION } from '@solvent/contracts';
import type { Tx } from '../../../platform/db/connect.ts';
import { comments } from '../schema/comments.ts';
import type { CommentRow } from '../schema/comments.ts';
import { problems } from '../schema/problems.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { addCommentsChanged } from '../problem-events.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import type { WrittenComment } from './presenter.ts';
import { holdComment, readComment } from './repository.ts';

const EDIT_TIME = DISCUSSION.editMinutes * 60_000;

/** Which comment, and who asks. */
interface Request {
  id: string;
  callerId: string;
}

async function change(tx: Tx, events: Events, id: string, columns: Partial<CommentRow>): Promise<WrittenComment> {
  await tx.update(comments).set(columns).where(eq(comments.id, id));
  const written = await readComment(tx, id);
  addCommentsChanged(events, written.comment.problemId);
  return written;
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
export function editComment({ transact }: Deps, request: Request, content: string): Promise<WrittenComment> {
  return transact(async (tx, events) => {
    const { createdAt } = await holdOwn(tx, request);
    const now = new Date();
    if (now.getTime() - createdAt.getTime() > EDIT_TIME)
      throw new AppError('conflict', `A comment can be edited for ${DISCUSSION.editMinutes} minutes.`);
    return change(tx, events, request.id, { content, editedAt: now });
  });
}

/**
 * Takes back what its author wrote: the words are gone, the place stays while it has answers.
 * @throws AppError `not_found`; `forbidden` to others
 */
export function deleteComment({ transact }: Deps, request: Request): Promise<WrittenComment> {
  return transact(async (tx, events) => {
    await holdOwn(tx, request);
    return change(tx, events, request.id, { content: '', pinned: false, deletedAt: new Date() });
  });
}

/**
 * Lets the problem's poster put a question on top, or back into its place.
 * @throws AppError `not_found`; `forbidden` to others; `conflict` for an answer
 */
export function pinComment({ transact }: Deps, request: Request, pinned: boolean): Promise<WrittenComment> {
  return transact(async (tx, events) => {
    await holdQuestionOfPoster(tx, request);
    return change(tx, events, request.id, { pinned });
  });
}
