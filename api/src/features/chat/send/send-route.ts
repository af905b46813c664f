import { CHAT } from '@solvent/contracts';
import { signedIn } from '../../../platform/access/access.ts';
import { messageSchema } from '../../../platform/conversations/present-message.ts';
import type { App } from '../../../platform/feature.ts';
import { answerSchema } from '../../../platform/http/answer-schema.ts';
import { senderOf } from '../../../platform/files/incoming/sender.ts';
import { multipartOnly } from '../../../platform/http/multipart.ts';
import { receiveMessage } from '../receive/receive-message.ts';
import { sendMessage } from './send-message.ts';
import type { SendDeps } from './send-message.ts';

const messageAnswer = answerSchema({ message: messageSchema });

/** POST /chat/messages: 201 stored it, 200 had it already. */
export function sendRoute(app: App, deps: SendDeps): void {
  const schema = { tags: ['chat'], consumes: ['multipart/form-data'], response: { 200: messageAnswer, 201: messageAnswer } };
  app.post(
    '/chat/messages',
    { config: { access: 'signed-in', limit: 'messages' }, preParsing: multipartOnly('message'), schema },
    async (request, reply) => {
      const { user: sender } = signedIn(request);
      const from = senderOf(deps, request, reply, CHAT.filesMax * CHAT.fileMaxBytes);
      try {
        const { fields, files, discard } = await receiveMessage(deps, request, from);
        const { message, isNew } = await sendMessage(deps, { sender, ...fields, files }, discard);
        reply.code(isNew ? 201 : 200);
        return { message };
      } finally {
        await from.room.leave();
      }
    },
  );
}
