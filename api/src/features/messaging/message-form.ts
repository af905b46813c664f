import { and, eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/is-id.ts';
import type { Deps } from './deps.ts';
import { acceptAttachment, cleanName, NOT_ATTACHABLE } from '../files/index.ts';
import type { FormRules, UploadLocation } from '../files/index.ts';
import { participants } from '../../schema/index.ts';

export const INCOMING_MESSAGES: UploadLocation = { folder: 'messages', markers: 'incoming', maxFiles: CHAT.filesMax };

const MEBIBYTE = 1024 * 1024;

const filesError = (code: ErrorCode, message: string) => new AppError(code, message, { errors: { files: message } });

/** Error messages name the file, so unsafe characters are removed. */
function toDisplayName(name: string): string {
  const { base, extension } = cleanName(name, 'attachment');
  return extension === '' ? base : `${base}.${extension}`;
}

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
          filesError('too_large', `“${name}” is too large. The maximum file size is ${CHAT.fileMaxBytes / MEBIBYTE} MB.`),
        empty: (name) => invalid({ files: `“${name}” is empty` }),
        wrongKind: (name) => filesError('unsupported_type', `“${name}”: ${NOT_ATTACHABLE}`),
        toFieldError: ({ code, message }, name) => filesError(code, `“${name}”: ${message}`),
        displayName: toDisplayName,
      },
    },
    unknownField: () => invalid({ files: 'Send files in parts named "files"' }),
    incomplete: (cause) => new AppError('malformed', 'The upload was interrupted. Please send the message again.', { cause }),
    beforeFiles: ({ conversationId }) => assertParticipant(deps, userId, conversationId),
  };
}
