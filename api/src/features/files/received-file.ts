import type { FastifyRequest } from 'fastify';
import { ATTACHMENTS, AVATAR } from '@solvent/contracts';
import { AppError, invalid } from '../../platform/errors/app-error.ts';
import { sentName } from '../../platform/http/multipart.ts';
import { errorCode } from '../../platform/errors/error-code.ts';

/** What somebody sent, whole. */
export interface ReceivedFile {
  /** As the sender calls it: not to be trusted. */
  name: string;
  content: Buffer;
}

/** What is sent for what, as the words for the sender call it, and how large it may be (bytes). */
export const KINDS = {
  avatar: { noun: 'picture', maxBytes: AVATAR.maxBytes },
  attachment: { noun: 'file', maxBytes: ATTACHMENTS.maxBytes },
} as const;

/** What an upload is for. */
export const UPLOAD_PURPOSES = ['avatar', 'attachment'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

const MEBIBYTE = 1024 * 1024;

const oneFile = (purpose: UploadPurpose) =>
  invalid({ file: `Send one ${KINDS[purpose].noun}, in a part called "file", and nothing else` });

/** A part that is no file, or one too many, must be heard of: more than the one is a limit that breaks. */
const LIMITS = { files: 1, fields: 0, parts: 1, headerPairs: 20 };

const TOO_MANY = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT', 'FST_PROTO_VIOLATION']);

/** The reader's own errors, said to people. What it cannot read is the sender's doing, or a connection that broke. */
function sayable(error: unknown, purpose: UploadPurpose): AppError {
  if (error instanceof AppError) return error;
  const { noun, maxBytes } = KINDS[purpose];
  const code = errorCode(error) ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('too_large', `A ${noun} can have at most ${maxBytes / MEBIBYTE} MB.`);
  if (TOO_MANY.has(code)) return oneFile(purpose);
  return new AppError('malformed', `The ${noun} did not arrive whole. Please send it again.`, { cause: error });
}

async function readParts(request: FastifyRequest, purpose: UploadPurpose): Promise<ReceivedFile | undefined> {
  let received: ReceivedFile | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: KINDS[purpose].maxBytes } })) {
    if (part.type !== 'file') throw oneFile(purpose);
    const content = await part.toBuffer();
    if (part.fieldname !== 'file') throw oneFile(purpose);
    received = { name: sentName(part), content };
  }
  return received;
}

/**
 * Reads the one file of a multipart request. Past the limit nothing more is kept.
 * @throws AppError too_large, malformed, or invalid with a text for `file`
 */
export async function receiveFile(request: FastifyRequest, purpose: UploadPurpose): Promise<ReceivedFile> {
  const received = await readParts(request, purpose).catch((error: unknown) => {
    throw sayable(error, purpose);
  });
  if (received === undefined) throw invalid({ file: `Choose a ${KINDS[purpose].noun} to upload` });
  if (received.content.length === 0) throw invalid({ file: 'This file is empty' });
  return received;
}
