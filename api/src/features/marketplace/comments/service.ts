import { COMMENT } from '@solvent/contracts';
import type { PostCommentBody } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import { assertNotBlocked } from '../../accounts/service.ts';
import { notifyGrouped } from '../../notifications/service.ts';
import { COMMENTS_MAX, countShown, holdComment, lockComment, lockProblemOf, readComment } from './queries.ts';
import type { WrittenComment } from './queries.ts';
import { addCommentsChanged, lockProblemOrThrow } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { assertNotTakenDown } from '../problems/visibility.ts';
import { PROBLEM_TEXTS } from '../problems/texts.ts';
import { comments } from '../schema.ts';
import type { CommentRow } from '../schema.ts';
import { syncTextPictures } from '../text-pictures.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** What is to be written, by whom and where. */
interface NewComment {
  problemId: string;
  authorId: string;
  body: PostCommentBody;
  /** A key that the author sent before gives the comment made then. */
  requestKey: string | undefined;
}

/** The comment that this key made before. */
async function madeBefore(tx: Tx, { authorId, requestKey }: NewComment): Promise<string | undefined> {
  if (requestKey === undefined) return undefined;
  const [found] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.authorId, authorId), eq(comments.requestKey, requestKey)));
  return found?.id;
}

/** There is one level of answers. The question is not deleted before the transaction ends. */
async function checkQuestion(tx: Tx, { problemId, body: { parentId } }: NewComment): Promise<void> {
  if (parentId === undefined) return;
  const [question] = await tx.select().from(comments).where(eq(comments.id, parentId)).for('update');
  if (question?.problemId !== problemId || question.parentId !== null) throw invalid({ parentId: 'Question not found' });
  if (question.deletedAt !== null) throw new AppError('conflict', 'This question was deleted.');
}

async function store(tx: Tx, { problemId, authorId, body, requestKey }: NewComment): Promise<string | undefined> {
  const { content, parentId } = body;
  const stored = await tx
    .insert(comments)
    .values({ problemId, authorId, content, parentId, requestKey, createdAt: new Date() })
    .onConflictDoNothing({ target: [comments.authorId, comments.requestKey] })
    .returning({ id: comments.id });
  return stored[0]?.id;
}

async function post(tx: Tx, events: Events, comment: NewComment): Promise<WrittenComment> {
  // Of two at once with one key, the second finds the first one's comment once it has the lock.
  const problem = await lockProblemOrThrow(tx, comment.problemId);
  const before = await madeBefore(tx, comment);
  if (before !== undefined) return readComment(tx, before);
  assertNotTakenDown(problem, comment.authorId);
  await assertNotBlocked(tx, comment.authorId, problem.userId, 'comment');
  await checkQuestion(tx, comment);
  if ((await countShown(tx, comment.problemId)) >= COMMENTS_MAX)
    throw new AppError('conflict', `A problem holds ${COMMENTS_MAX} questions and answers, and this one is full.`);
  // Nothing is stored where the same key wrote under another problem at this moment.
  const made = await store(tx, comment);
  const id = made ?? (await madeBefore(tx, comment));
  if (id === undefined) throw new Error('A comment was not stored');
  const { problemId, authorId, body } = comment;
  await syncTextPictures(tx, { problemId, commentId: id, authorId }, body.content);
  const written = await readComment(tx, id);
  if (made !== undefined) await tellOf(tx, events, problem, written);
  return written;
}

/** Who asked, unless the account is gone. */
async function askerOf(tx: Tx, questionId: string): Promise<string | undefined> {
  const [asker] = await tx
    .select({ id: users.id })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(and(eq(comments.id, questionId), isNull(users.deletedAt)));
  return asker?.id;
}

/** A question is told to the problem's poster, an answer to who asked, too: to nobody what they wrote themselves. */
async function tellOf(tx: Tx, events: Events, problem: LockedProblem, { comment, author }: WrittenComment): Promise<void> {
  const type = comment.parentId === null ? 'question' : 'answer';
  const asker = comment.parentId === null ? undefined : await askerOf(tx, comment.parentId);
  const people = new Set([problem.userId, ...(asker === undefined ? [] : [asker])]);
  people.delete(author.id);
  const words = PROBLEM_TEXTS[type](problem.title);
  await notifyGrouped(tx, events, { ...words, problemId: problem.id, actor: author, userIds: [...people] });
}

/**
 * Stores a question, or with `parentId` an answer (product 11.7: a second try makes none).
 * @throws AppError `not_found` without such a problem; `forbidden` while a block separates the author from its poster; `invalid` where the
 *   parent is no question of it; `conflict` where that was deleted, or the problem holds 500 comments already
 */
export const postComment = ({ transact }: Deps, comment: NewComment): Promise<WrittenComment> =>
  transact(async (tx, events) => {
    const written = await post(tx, events, comment);
    addCommentsChanged(events, comment.problemId);
    return written;
  });

const EDIT_TIME = COMMENT.editMinutes * 60_000;

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

/** @throws AppError `not_found`; `forbidden` to others than its author, `not_found` if it is taken down */
function requireOwn(comment: CommentRow | undefined, { callerId }: Request): CommentRow {
  if (comment?.authorId === callerId) return comment;
  if (comment?.deletedAt !== null) throw notFound('This comment');
  throw new AppError('forbidden', 'Only who wrote this comment can do that.');
}

/** Locks the problem of a comment that is about to be changed. @throws AppError `not_found`; `conflict` while it is taken down */
async function lockChangeableProblem(tx: Tx, { id, callerId }: Request): Promise<LockedProblem> {
  const problem = await lockProblemOf(tx, id);
  if (problem === undefined) throw notFound('This comment');
  assertNotTakenDown(problem, callerId);
  return problem;
}

async function holdQuestionOfPoster(tx: Tx, request: Request): Promise<void> {
  const problem = await lockChangeableProblem(tx, request);
  const comment = await holdComment(tx, request.id);
  if (comment === undefined) throw notFound('This comment');
  if (problem.userId !== request.callerId) throw new AppError('forbidden', 'Only who posted the problem can pin its questions.');
  if (comment.parentId !== null) throw new AppError('conflict', 'Only questions can be pinned.');
}

/** A comment whose words have changed, and the keys of pictures that are gone with them: to be deleted from the file store. */
interface RewrittenComment {
  written: WrittenComment;
  gone: string[];
}

/** @param columns what changes besides `content` */
async function rewrite(
  tx: Tx,
  events: Events,
  { id, problemId, authorId }: CommentRow,
  columns: Partial<CommentRow> & { content: string },
): Promise<RewrittenComment> {
  const gone = await syncTextPictures(tx, { problemId, commentId: id, authorId }, columns.content);
  return { written: await change(tx, events, id, columns), gone };
}

/**
 * Changes what its author wrote.
 * @throws AppError `not_found`; `forbidden` to others, and while a block separates the author from the problem's poster; `conflict` once
 *   the time for editing is over, or while the problem is taken down
 */
export function editComment({ transact }: Deps, request: Request, content: string): Promise<RewrittenComment> {
  return transact(async (tx, events) => {
    const problem = await lockChangeableProblem(tx, request);
    const comment = requireOwn(await holdComment(tx, request.id), request);
    const { createdAt } = comment;
    const now = new Date();
    if (now.getTime() - createdAt.getTime() > EDIT_TIME)
      throw new AppError('conflict', `A comment can be edited for ${COMMENT.editMinutes} minutes.`);
    await assertNotBlocked(tx, request.callerId, problem.userId, 'comment');
    return rewrite(tx, events, comment, { content, editedAt: now });
  });
}

/**
 * Deletes a comment of its author, also one that is taken down: the text is removed, the position stays while it has answers.
 * @throws AppError `not_found`; `forbidden` to others
 */
export function deleteComment({ transact }: Deps, request: Request): Promise<RewrittenComment> {
  return transact(async (tx, events) => {
    const comment = requireOwn(await lockComment(tx, request.id), request);
    return rewrite(tx, events, comment, { content: '', pinned: false, deletedAt: new Date() });
  });
}

/**
 * Lets the problem's poster put a question on top, or back into its place.
 * @throws AppError `not_found`; `forbidden` to others; `conflict` for an answer, or while the problem is taken down
 */
export function pinComment({ transact }: Deps, request: Request, pinned: boolean): Promise<WrittenComment> {
  return transact(async (tx, events) => {
    await holdQuestionOfPoster(tx, request);
    return change(tx, events, request.id, { pinned });
  });
}
