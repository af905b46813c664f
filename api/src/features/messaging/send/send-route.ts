import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHAT } from '@solvent/contracts';
import { messageRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import { messageSchema } from '../present-message.ts';
import type { App } from '../../../feature.ts';
import { answerSchema } from '../../../platform/http/answer-schema.ts';
import { senderOf } from '../../files/incoming/sender.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/body-parsers.ts';
import { isMultipart, jsonOrMultipart } from '../../../platform/http/multipart.ts';
import { checkedBody } from '../../../platform/http/yup-validation.ts';
import { receiveMessage } from '../receive/receive-message.ts';
import { sendMessage } from './send-message.ts';
import type { SendDeps, SentMessage } from './send-message.ts';

const messageAnswer = answerSchema({ message: messageSchema });

/** Texts alone, as JSON. */
async function sendText(deps: SendDeps, request: FastifyRequest): Promise<SentMessage> {
  const fields = checkedBody(messageRules, request.body);
  return sendMessage(deps, { sender: signedIn(request).user, ...fields, files: [] }, async () => {});
}

async function sendForm(deps: SendDeps, request: FastifyRequest, reply: FastifyReply): Promise<SentMessage> {
  const from = senderOf(deps, request, reply, CHAT.filesMax * CHAT.fileMaxBytes);
  try {
    const { fields, files, discard } = await receiveMessage(deps, request, from);
    return await sendMessage(deps, { sender: signedIn(request).user, ...fields, files }, discard);
  } finally {
    await from.room.leave();
  }
}

/** POST /chat/messages: 201 stored it, 200 had it already. A message with files is a form, one without may be JSON. */
export function sendRoute(app: App, deps: SendDeps): void {
  const schema = {
    tags: ['chat'],
    consumes: ['application/json', 'multipart/form-data'],
    response: { 200: messageAnswer, 201: messageAnswer },
  };
  app.post(
    '/chat/messages',
    {
      config: { access: 'signed-in', limit: 'messages' },
      bodyLimit: LONG_BODY_LIMITS.message,
      preParsing: jsonOrMultipart('message'),
      schema,
    },
    async (request, reply) => {
      const send = isMultipart(request) ? sendForm : sendText;
      const { message, isNew } = await send(deps, request, reply);
      reply.code(isNew ? 201 : 200);
      return { message };
    },
  );
}
