import type { Comment, CommentResponse, CommentsResponse } from '@solvent/contracts';
import { editCommentRules } from '@solvent/contracts/rules';
import { pinCommentRules, postCommentRules } from '@solvent/contracts/rules/actions';
import { json } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import { personSchema, requireCaller } from '../../accounts/index.ts';
import { deleteBytes } from '../../files/index.ts';
import { takenDownField } from '../../moderation/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { listComments, presentComment } from './queries.ts';
import { deleteComment, editComment, pinComment, postComment } from './service.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { idParams } from '../../../platform/http/params.ts';

const commentSchema: JsonSchema<Comment> = json.object(
  {
    _id: json.id,
    problemId: json.id,
    parentId: json.idOrNull,
    author: json.orNull(personSchema),
    content: json.text,
    pinned: json.boolean,
    isDeleted: json.boolean,
    createdAt: json.time,
    editedAt: json.orNull(json.time),
  },
  takenDownField,
);

const commentResponse = responseSchema<CommentResponse>(json.object({ comment: commentSchema }));

const commentsResponse = responseSchema<CommentsResponse>(json.object({ comments: json.list(commentSchema) }));

const tags = ['discussion'];
const access = 'signed-in' as const;

function listRoute(app: App, deps: Deps): void {
  const schema = { tags, params: idParams, response: { 200: commentsResponse } };
  app.get('/problems/:id/comments', { config: { access: 'anyone' }, schema }, async ({ params, caller }) => {
    const found = await listComments(deps, params.id, caller?.user.id);
    if (found === undefined) throw notFound('This problem');
    return { comments: found.map(presentComment) };
  });
}

function postRoute(app: App, deps: Deps): void {
  const config = { access, limit: 'comments' } as const;
  const schema = { tags, params: idParams, body: postCommentRules, response: { 201: commentResponse } };
  app.post('/problems/:id/comments', { config, schema }, async (request, reply) => {
    const comment = await postComment(deps, {
      problemId: request.params.id,
      body: request.body,
      authorId: requireCaller(request).user.id,
      requestKey: idempotencyKey(request),
    });
    reply.code(201);
    return { comment: presentComment(comment) };
  });
}

function changeRoutes(app: App, deps: Deps): void {
  const config = { access, limit: 'commentChanges' } as const;
  const schema = { tags, params: idParams, response: { 200: commentResponse } };
  const toRequest = (request: FastifyRequest, id: string) => ({ id, callerId: requireCaller(request).user.id });

  app.put('/comments/:id', { config, schema: { ...schema, body: editCommentRules } }, async (request) => {
    const { comment, deletedKeys } = await editComment(deps, toRequest(request, request.params.id), request.body.content);
    await deleteBytes(deps, deletedKeys, request.log);
    return { comment: presentComment(comment) };
  });
  app.delete('/comments/:id', { config, schema }, async (request) => {
    const { comment, deletedKeys } = await deleteComment(deps, toRequest(request, request.params.id));
    await deleteBytes(deps, deletedKeys, request.log);
    return { comment: presentComment(comment) };
  });
  app.put('/comments/:id/pin', { config, schema: { ...schema, body: pinCommentRules } }, async (request) => ({
    comment: presentComment(await pinComment(deps, toRequest(request, request.params.id), request.body.pinned)),
  }));
}

/** Public questions and answers about problems. */
export const discussionFeature: Feature<Deps> = (app, deps) => {
  listRoute(app, deps);
  postRoute(app, deps);
  changeRoutes(app, deps);
};
