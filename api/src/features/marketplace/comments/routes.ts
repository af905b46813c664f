import type { Comment, CommentResponse, CommentsResponse } from '@solvent/contracts';
import { editCommentRules } from '@solvent/contracts/rules';
import { pinCommentRules, postCommentRules } from '@solvent/contracts/rules/actions';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import { personSchema } from '../../accounts/service.ts';
import { deleteBytes } from '../../files/service.ts';
import { takenDownField } from '../../moderation/service.ts';
import type { App } from '../../../platform/http/app.ts';
import { listComments, presentComment } from './queries.ts';
import { deleteComment, editComment, pinComment, postComment } from './service.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../../platform/http/response-schema.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { idParams } from '../../../platform/http/params.ts';

const comment: JsonSchema<Comment> = json.object(
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

/** `{ comment }`. */
const commentAnswer = responseSchema<CommentResponse>(json.object({ comment }));

/** `{ comments }`. */
const commentsAnswer = responseSchema<CommentsResponse>(json.object({ comments: json.list(comment) }));

const tags = ['discussion'];
const changed = { tags, params: idParams, response: { 200: commentAnswer } };
const access = 'signed-in' as const;

function listRoute(app: App, deps: Deps): void {
  const schema = { tags, params: idParams, response: { 200: commentsAnswer } };
  app.get('/problems/:id/comments', { config: { access: 'anyone' }, schema }, async ({ params, caller }) => {
    const written = await listComments(deps, params.id, caller?.user.id);
    if (written === undefined) throw notFound('This problem');
    return { comments: written.map(presentComment) };
  });
}

function postRoute(app: App, deps: Deps): void {
  const config = { access, limit: 'comments' } as const;
  const schema = { tags, params: idParams, body: postCommentRules, response: { 201: commentAnswer } };
  app.post('/problems/:id/comments', { config, schema }, async (request, reply) => {
    const { params, body } = request;
    const author = { authorId: requireCaller(request).user.id, requestKey: idempotencyKey(request) };
    const written = await postComment(deps, { problemId: params.id, body, ...author });
    reply.code(201);
    return { comment: presentComment(written) };
  });
}

function changeRoutes(app: App, deps: Deps): void {
  const config = { access, limit: 'commentChanges' } as const;
  const asked = (request: FastifyRequest, id: string) => ({ id, callerId: requireCaller(request).user.id });

  app.put('/comments/:id', { config, schema: { ...changed, body: editCommentRules } }, async (request) => {
    const { written, gone } = await editComment(deps, asked(request, request.params.id), request.body.content);
    await deleteBytes(deps, gone, request.log);
    return { comment: presentComment(written) };
  });
  app.delete('/comments/:id', { config, schema: changed }, async (request) => {
    const { written, gone } = await deleteComment(deps, asked(request, request.params.id));
    await deleteBytes(deps, gone, request.log);
    return { comment: presentComment(written) };
  });
  app.put('/comments/:id/pin', { config, schema: { ...changed, body: pinCommentRules } }, async (request) => ({
    comment: presentComment(await pinComment(deps, asked(request, request.params.id), request.body.pinned)),
  }));
}

/** Public questions and answers under problems: everybody reads them, the signed-in write. */
export const discussionFeature: Feature = (app, deps) => {
  listRoute(app, deps);
  postRoute(app, deps);
  changeRoutes(app, deps);
};
