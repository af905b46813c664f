import { REACTIONS } from '@solvent/contracts';
import type { MessageResponse } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { editMessageRules } from '@solvent/contracts/rules/chat';
import * as yup from 'yup';
import { requireCaller } from '../../access.ts';
import { editMessage, react } from './change-message.ts';
import { messageSchema } from './presenter.ts';
import type { SendDeps } from './send-message.ts';
import type { App } from '../../platform/http/app.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import { LONG_BODY_LIMITS } from '../../platform/http/body-parsers.ts';
import { idParams } from '../../platform/http/params.ts';

const response = { 200: responseSchema<MessageResponse>(json.object({ message: messageSchema })) };
const config = { access: 'signed-in', limit: 'messageChanges' } as const;

/** Another sign than those that are offered is none: 404, as any path that is not there. */
const reactionParams = idParams.shape({ emoji: yup.string().oneOf(REACTIONS).required() });

const requestOf = (request: FastifyRequest, id: string) => ({ id, callerId: requireCaller(request).user.id });

/** PUT /chat/messages/:id: other words. What may be said depends on the message's files, so its rules are asked with those. */
function editRoute(app: App, deps: SendDeps): void {
  const schema = { tags: ['chat'], params: idParams, body: editMessageRules.clone().shape({ content: yup.mixed() }), response };
  app.put('/chat/messages/:id', { config, bodyLimit: LONG_BODY_LIMITS.message, schema }, async (request) => ({
    message: await editMessage(deps, { ...requestOf(request, request.params.id), body: request.body }),
  }));
}

/** PUT and DELETE /chat/messages/:id/reactions/:emoji. */
function reactionRoutes(app: App, deps: SendDeps): void {
  const schema = { tags: ['chat'], params: reactionParams, response };
  const answer = async (request: FastifyRequest & { params: yup.InferType<typeof reactionParams> }, isGiven: boolean) => {
    const { id, emoji } = request.params;
    return { message: await react(deps, { ...requestOf(request, id), emoji, isGiven }) };
  };
  app.put('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => answer(request, true));
  app.delete('/chat/messages/:id/reactions/:emoji', { config, schema }, (request) => answer(request, false));
}

/** What changes a message (product 7.17). */
export function changingRoutes(app: App, deps: SendDeps): void {
  editRoute(app, deps);
  reactionRoutes(app, deps);
}
