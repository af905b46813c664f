import { COMMENT } from '@solvent/contracts';
import type { PostCommentBody } from '@solvent/contracts';
import { and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import { editCommentRules } from '@solvent/contracts/rules';
import { pinCommentRules, postCommentRules } from '@solvent/contracts/rules/actions';
import { commentResponse, commentsResponse } from '@solvent/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { comments, users } from '../../../schema/index.ts';
import type { CommentRow, UserRow } from '../../../schema/index.ts';
import { assertNotBlocked, requireCaller } from '../../accounts/index.ts';
import { notifyGrouped } from '../../notifications/index.ts';
import {
  MAX_COMMENTS,
  countVisibleComments,
  isErased,
  lockCommentProblem,
  readComment,
  listComments,
  presentComment,
} from './queries.ts';
import type { CommentWithAuthor } from './queries.ts';
import { addCommentsChanged, lockProblemOrThrow, assertNotTakenDown } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { syncTextPictures } from '../attachments.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { idParams } from '../../../platform/http/params.ts';

interface NewComment {
  problemId: string;
  author: UserRow;
  body: PostCommentBody;
  /** Idempotency-Key: a repeated one returns the first comment. */
  requestKey: string | undefined;
}

async function findEarlierId(tx: Tx, { author, requestKey }: NewComment): Promise<string | undefined> {
  if (requestKey === undefined) return undefined;
  const [found] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.authorId, author.id), eq(comments.requestKey, requestKey)));
  return found?.id;
}

/** Locks the answered question until the transaction ends. Answers cannot be nested. @returns its author, unless deleted */
async function lockQuestion(tx: Tx, { problemId, body: { parentId } }: NewComment): Promise<string[]> {
  if (parentId === undefined) return [];
  const [question] = await tx
    .select({ ...getTableColumns(comments), isOrphaned: isNotNull(users.deletedAt) })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, parentId))
    .for('update', { of: comments });
  if (question?.problemId !== problemId || question.parentId !== null) throw invalid({ parentId: 'Question not found' });
  if (question.deletedAt !== null) throw conflict('This question was deleted.');
  return question.isOrphaned ? [] : [question.authorId];
}

const postComment = ({ transact }: Deps, request: NewComment): Promise<CommentWithAuthor> =>
  transact(async (tx, events) => {
    const { problemId, author, body, requestKey } = request;
    const authorId = author.id;
    // Concurrent requests with the same key serialize on this lock.
    const problem = await lockProblemOrThrow(tx, problemId);
    const earlierId = await findEarlierId(tx, request);
    if (earlierId !== undefined) return readComment(tx, earlierId);
    assertNotTakenDown(problem, authorId);
    await assertNotBlocked(tx, authorId, problem.userId, 'comment');
    const askers = await lockQuestion(tx, request);
    if ((await countVisibleComments(tx, problemId)) >= MAX_COMMENTS)
      throw conflict(`A problem holds ${MAX_COMMENTS} questions and answers, and this one is full.`);
    const [stored] = await tx
      .insert(comments)
      .values({ ...body, problemId, authorId, requestKey, createdAt: new Date() })
      .onConflictDoNothing({ target: [comments.authorId, comments.requestKey] })
      .returning({ id: comments.id });
    // Not stored if a concurrent request used the key for another problem.
    const id = stored?.id ?? (await findEarlierId(tx, request));
    if (id === undefined) throw new Error('The comment was not stored');
    await syncTextPictures(tx, { problemId, commentId: id, authorId }, body.content);
    const userIds = [problem.userId, ...askers].filter((userId) => userId !== authorId);
    const content = PROBLEM_TEXTS[body.parentId === undefined ? 'question' : 'answer'](problem.title);
    if (stored !== undefined) await notifyGrouped(tx, events, { ...content, problemId: problem.id, actor: author, userIds });
    addCommentsChanged(events, problemId);
    return readComment(tx, id);
  });

const EDIT_TIME_MS = COMMENT.editMinutes * 60_000;

interface CommentRequest {
  id: string;
  callerId: string;
}

/** Locks and changes a comment that its author has not deleted. @param decide checks the request, and returns the new values */
const changeComment = (
  { transact }: Deps,
  id: string,
  decide: (comment: CommentRow, problem: LockedProblem, tx: Tx) => Promise<Partial<CommentRow>>,
): Promise<CommentWithAuthor> =>
  transact(async (tx, events) => {
    const problem = await lockCommentProblem(tx, id);
    const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
    if (problem === undefined || comment === undefined || isErased(comment)) throw notFound('This comment');
    const columns = await decide(comment, problem, tx);
    const text = { problemId: problem.id, commentId: id, authorId: comment.authorId };
    if (columns.content !== undefined) await syncTextPictures(tx, text, columns.content);
    await tx.update(comments).set(columns).where(eq(comments.id, id));
    addCommentsChanged(events, problem.id);
    return readComment(tx, id);
  });

/** @throws AppError `forbidden` to users other than the author; `not_found` to them if it is taken down */
function assertOwn({ authorId, deletedAt }: CommentRow, callerId: string): void {
  if (authorId === callerId) return;
  if (deletedAt !== null) throw notFound('This comment');
  throw new AppError('forbidden', 'Only the author of this comment can do this.');
}

const editComment = (deps: Deps, { id, callerId }: CommentRequest, content: string): Promise<CommentWithAuthor> =>
  changeComment(deps, id, async (comment, problem, tx) => {
    assertNotTakenDown(problem, callerId);
    assertOwn(comment, callerId);
    if (comment.deletedAt !== null) throw notFound('This comment');
    const editedAt = new Date();
    if (editedAt.getTime() - comment.createdAt.getTime() > EDIT_TIME_MS)
      throw conflict(`A comment can be edited for ${COMMENT.editMinutes} minutes.`);
    await assertNotBlocked(tx, callerId, problem.userId, 'comment');
    return { content, editedAt };
  });

/** Deletes a comment, even if it or its problem is taken down. */
const deleteComment = (deps: Deps, { id, callerId }: CommentRequest): Promise<CommentWithAuthor> =>
  changeComment(deps, id, async (comment) => {
    assertOwn(comment, callerId);
    return { content: '', pinned: false, deletedAt: new Date() };
  });

const pinComment = (deps: Deps, { id, callerId }: CommentRequest, pinned: boolean): Promise<CommentWithAuthor> =>
  changeComment(deps, id, async (comment, problem) => {
    assertNotTakenDown(problem, callerId);
    if (comment.deletedAt !== null) throw notFound('This comment');
    if (problem.userId !== callerId) throw new AppError('forbidden', 'Only the author of the problem can pin its questions.');
    if (comment.parentId !== null) throw conflict('Only questions can be pinned.');
    return { pinned };
  });

/** Public questions and answers about problems. */
export const discussionFeature: Feature<Deps> = (app, deps) => {
  const tags = ['discussion'];
  const access = 'signed-in';
  const schema = { tags, params: idParams };
  const respond = async (comment: Promise<CommentWithAuthor>) => ({ comment: presentComment(await comment) });

  app.get(
    '/problems/:id/comments',
    { config: { access: 'anyone' }, schema: { ...schema, response: { 200: commentsResponse } } },
    async ({ params, caller }) => ({
      comments: (await listComments(deps, params.id, caller?.user.id)).map(presentComment),
    }),
  );
  app.post(
    '/problems/:id/comments',
    { config: { access, limit: 'comments' }, schema: { ...schema, body: postCommentRules, response: { 201: commentResponse } } },
    async (request, reply) => {
      const { params, body } = request;
      const { user: author } = requireCaller(request);
      reply.code(201);
      return respond(postComment(deps, { problemId: params.id, author, body, requestKey: idempotencyKey(request) }));
    },
  );

  const config = { access, limit: 'commentChanges' } as const;
  const changeSchema = { ...schema, response: { 200: commentResponse } };
  const toRequest = (request: FastifyRequest, { id }: { id: string }) => ({ id, callerId: requireCaller(request).user.id });
  app.put('/comments/:id', { config, schema: { ...changeSchema, body: editCommentRules } }, (request) =>
    respond(editComment(deps, toRequest(request, request.params), request.body.content)),
  );
  app.delete('/comments/:id', { config, schema: changeSchema }, (request) =>
    respond(deleteComment(deps, toRequest(request, request.params))),
  );
  app.put('/comments/:id/pin', { config, schema: { ...changeSchema, body: pinCommentRules } }, (request) =>
    respond(pinComment(deps, toRequest(request, request.params), request.body.pinned)),
  );
};
