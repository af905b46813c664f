import { and, eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';
import type { Deps } from '../../deps.ts';
import { cleanName, acceptAttachment, NOT_ATTACHABLE } from '../files/service.ts';
import type { FormRules, UploadLocation } from '../files/service.ts';
import { participants } from './schema.ts';

/** Where files of messages lie before their message is stored, and after. */
export const INCOMING_MESSAGES: UploadLocation = { folder: 'messages', markers: 'incoming', maxFiles: CHAT.filesMax };

const MEBIBYTE = 1024 * 1024;

const ofFiles = (code: ErrorCode, message: string) => new AppError(code, message, { errors: { files: message } });

/** A file as its sender called it, without what must not be shown: of ten files people must hear which one is meant. */
function shownName(sent: string): string {
  const { base, extension } = cleanName(sent, 'attachment');
  return extension === '' ? base : `${base}.${extension}`;
}

/** Nothing is stored for who has no part in the conversation; one that is named later is looked at when the message is stored. */
async function checkPlace({ db }: Pick<Deps, 'db'>, userId: string, conversationId: string | undefined): Promise<void> {
  if (conversationId === undefined) return;
  if (!isId(conversationId)) throw notFound('This conversation');
  const own = and(eq(participants.conversationId, conversationId), eq(participants.userId, userId));
  if ((await db.$count(participants, own)) === 0) throw notFound('This conversation');
}

/** The form of a message with files (`POST /chat/messages`). */
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
          ofFiles('too_large', `“${name}” is too large: a file can have at most ${CHAT.fileMaxBytes / MEBIBYTE} MB.`),
        empty: (name) => invalid({ files: `“${name}” is empty` }),
        wrongKind: (name) => ofFiles('unsupported_type', `“${name}”: ${NOT_ATTACHABLE}`),
        toFieldError: ({ code, message }, name) => ofFiles(code, `“${name}”: ${message}`),
        displayName: shownName,
      },
    },
    unknownField: () => invalid({ files: 'Send files in parts called "files"' }),
    incomplete: (cause) => new AppError('malformed', 'The message did not arrive whole. Please send it again.', { cause }),
    beforeFiles: ({ conversationId }) => checkPlace(deps, userId, conversationId),
  };
}
