import { and, eq } from 'drizzle-orm';
import { BYTES_PER_MB, CHAT } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';
import type { Deps } from './deps.ts';
import { acceptAttachment, cleanName, NOT_ATTACHABLE, receiveForm } from '../files/index.ts';
import type { FormRules, UploadLocation } from '../files/index.ts';
import { participants } from '../../schema/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageRules } from '@solvent/contracts/rules/chat';
import { messageResponse } from '@solvent/contracts/schemas';
import { requireCaller } from '../accounts/index.ts';
import { sendMessage } from './send-message.ts';
import type { App } from '../../platform/http/app.ts';
import { LONG_BODY_LIMITS, isMultipart, jsonOrMultipart } from '../../platform/http/request-bodies.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { validateBody } from '../../platform/http/yup-validation.ts';

export const INCOMING_MESSAGES: UploadLocation = { folder: 'messages', markers: 'incoming', maxFiles: CHAT.filesMax };

const filesError = (code: ErrorCode, message: string) => new AppError(code, message, { errors: { files: message } });

/** Rejects an upload before it is stored. If the conversation follows the files, storing the message checks it. */
async function assertParticipant({ db }: Pick<Deps, 'db'>, userId: string, conversationId: string | undefined): Promise<void> {
  if (conversationId === undefined) return;
  if (!isId(conversationId)) throw notFound('This conversation');
  const own = and(eq(participants.conversationId, conversationId), eq(participants.userId, userId));
  if ((await db.$count(participants, own)) === 0) throw notFound('This conversation');
}

export function messageForm(deps: Pick<Deps, 'db' | 'pictures'>, userId: string): FormRules<'files'> {
  return {
    location: INCOMING_MESSAGES,
    fields: {
      files: {
        maxFiles: CHAT.filesMax,
        maxBytes: CHAT.fileMaxBytes,
        accept: acceptAttachment(deps.pictures),
        tooMany: () => invalid({ files: `A message can have at most ${CHAT.filesMax} files` }),
        tooLarge: (name) =>
          filesError('too_large', `“${name}” is too large. The maximum file size is ${CHAT.fileMaxBytes / BYTES_PER_MB} MB.`),
        empty: (name) => invalid({ files: `“${name}” is empty` }),
        wrongKind: (name) => filesError('unsupported_type', `“${name}”: ${NOT_ATTACHABLE}`),
        toFieldError: ({ code, message }, name) => filesError(code, `“${name}”: ${message}`),
        // Without unsafe characters, because error messages name the file.
        displayName: (name) => {
          const { base, extension } = cleanName(name, 'attachment');
          return extension === '' ? base : `${base}.${extension}`;
        },
      },
    },
    unknownField: () => invalid({ files: 'Send files in parts named "files"' }),
    incomplete: (cause) => new AppError('malformed', 'The upload was interrupted. Please send the message again.', { cause }),
    beforeFiles: ({ conversationId }) => assertParticipant(deps, userId, conversationId),
  };
}

async function send(deps: Deps, request: FastifyRequest, reply: FastifyReply): ReturnType<typeof sendMessage> {
  const { user, sessionId } = requireCaller(request);
  const sender = { userId: user.id, sessionId };
  if (!isMultipart(request)) return sendMessage(deps, { sender, ...validateBody(messageRules, request.body), files: [] });
  return receiveForm(deps, request, reply, messageForm(deps, user.id), async ({ texts, files: { files } }) => {
    const fields = validateBody(messageRules, texts, { fileCount: files.length });
    return sendMessage(deps, { sender, ...fields, files });
  });
}

/** Registers POST /chat/messages as a form, or as JSON without files: 201 for a new message, 200 for a repeated one. */
export function sendRoute(app: App, deps: Deps): void {
  const config = { access: 'signed-in', limit: 'messages' } as const;
  const response = { 200: messageResponse, 201: messageResponse };
  const form = { texts: messageRules, files: { files: CHAT.filesMax } };
  const schema = { tags: ['chat'], consumes: ['application/json', 'multipart/form-data'], form, response };
  const limits = { bodyLimit: LONG_BODY_LIMITS.message, preParsing: jsonOrMultipart('message') };
  app.post('/chat/messages', { config, ...limits, schema }, async (request, reply) => {
    const { message, isNew } = await send(deps, request, reply);
    reply.code(isNew ? 201 : 200);
    return { message };
  });
}

/** Handles messages from sockets. A rejected one is not acknowledged; the client repeats it as a request, whose response has the reason. */
export function handleSocketMessages(deps: Deps): void {
  const { limiters, limits, realtime } = deps;
  realtime.onMessage(async ({ userId, sessionId, ip }, payload) => {
    const { message } = await limiters.sessionRequests.run(sessionId, async () => {
      const countMessage = () => limits.consume('messages', { ip, account: userId });
      await limiters.requests.run(getNetwork(ip, WIDEST_PREFIX_BITS), countMessage);
      const fields = validateBody(messageRules, payload);
      return sendMessage(deps, { sender: { userId, sessionId }, ...fields, files: [] });
    });
    return message;
  });
}
