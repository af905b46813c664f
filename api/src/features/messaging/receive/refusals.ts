import { CHAT } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';

const MEBIBYTE = 1024 * 1024;

const ofFiles = (code: ErrorCode, message: string) => new AppError(code, message, { errors: { files: message } });

const tooManyFiles = () => invalid({ files: `A message can have at most ${CHAT.filesMax} files` });
export const wrongPart = () => invalid({ files: 'Send files in parts called "files"' });
export const emptyFile = (name: string) => invalid({ files: `“${name}” is empty` });
export const tooLarge = (name: string) =>
  ofFiles('too_large', `“${name}” is too large: a file can have at most ${CHAT.fileMaxBytes / MEBIBYTE} MB.`);

/** What the rules of attached files say of one, as a message says it: of ten files people must hear which it is. */
export function aboutFile(error: unknown, name: string): unknown {
  // That too much waits is no fault of the file.
  if (!(error instanceof AppError) || error.code === 'unavailable') return error;
  return ofFiles(error.code, `“${name}”: ${error.message}`);
}

export const notWhole = (cause: unknown) =>
  new AppError('malformed', 'The message did not arrive whole. Please send it again.', { cause });

/** The reader's own errors, said to people. What it cannot read is the sender's doing, or a connection that broke. */
export function fromReader(error: unknown): AppError {
  return errorCode(error) === 'FST_FILES_LIMIT' ? tooManyFiles() : notWhole(error);
}
