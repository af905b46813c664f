import { and, eq } from 'drizzle-orm';
import type { PostCommentBody } from '@solvent/contracts';
import type { Tx } from '../../../platform/db/connect.ts';
import { comments } from '../schema/comments.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts';
import { lockProblem } from '../lock-problem.ts';
import { addCommentsChanged } from '../problem-events.ts';
import type { WrittenComment } from './presenter.ts';
import { COMMENTS_MAX, countShown, readComment } from './repository.ts';

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
  if (question?.problemId !== problemId || question.parentId !== null) throw invalid({ parentId: 'There is no such question' });
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

async function post(tx: Tx, comment: NewComment): Promise<WrittenComment> {
  // Of two at once with one key, the second finds the first one's comment once it has the lock.
  if ((await lockProblem(tx, comment.problemId)) === undefined) throw notFound('This problem');
  const before = await madeBefore(tx, comment);
  if (before !== undefined) return readComment(tx, before);
  await checkQuestion(tx, comment);
  if ((await countShown(tx, comment.problemId)) >= COMMENTS_MAX)
    throw new AppError('conflict', `A problem holds ${COMMENTS_MAX} questions and answers, and this one is full.`);
  // Nothing is stored where the same key wrote under another problem at this moment.
  const id = (await store(tx, comment)) ?? (await madeBefore(tx, comment));
  if (id === undefined) throw new Error('A comment was not stored');
  return readComment(tx, id);
}

/**
 * Stores a question, or with `parentId` an answer (api "Conventions": a second try makes none).
 * @throws AppError `not_found` without such a problem; `invalid` where the parent is no question of it; `conflict` where that
 *   was deleted, or the problem holds 500 comments already
 */
export const postComment = ({ transact }: Deps, comment: NewComment): Promise<WrittenComment> =>
  transact(async (tx, events) => {
    const written = await post(tx, comment);
    addCommentsChanged(events, comment.problemId);
    return written;
  });
