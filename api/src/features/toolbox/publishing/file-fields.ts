import { MODULE } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';

/** A file of a module that is about to be stored: its bytes lie in the file store already, no row names it yet. */
export interface ReceivedFile {
  /** Key in the file store. */
  storageKey: string;
  /** Cleaned: fit to be shown and stored. */
  name: string;
  /** By its content, not by what its sender says. */
  mimeType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of what is stored, in hex. */
  sha256: string;
  /** Of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}

const MEBIBYTE = 1024 * 1024;

const megabytes = (bytes: number) => `${bytes / MEBIBYTE}MB`;

/** The fields of the form that bring files. */
export type FileField = 'zipFile' | 'previewImages' | 'previewVideos';

/** What a field takes, and what is said of other files (spec 5, "Module upload form"). */
export const FILE_RULES = {
  zipFile: {
    max: 1,
    tooMany: 'Send one .zip file',
    maxBytes: MODULE.zipMaxBytes,
    tooLarge: `File size must be less than ${megabytes(MODULE.zipMaxBytes)}`,
    wrongKind: 'Only .zip files are allowed',
  },
  previewImages: {
    max: MODULE.imagesMax,
    tooMany: `Maximum ${MODULE.imagesMax} preview images allowed`,
    maxBytes: MODULE.imageMaxBytes,
    tooLarge: `Each image must be less than ${megabytes(MODULE.imageMaxBytes)}`,
    wrongKind: 'Only PNG, JPG, GIF and WEBP images are allowed',
  },
  previewVideos: {
    max: MODULE.videosMax,
    tooMany: `Maximum ${MODULE.videosMax} preview videos allowed`,
    maxBytes: MODULE.videoMaxBytes,
    tooLarge: `Each video must be less than ${megabytes(MODULE.videoMaxBytes)}`,
    wrongKind: 'Only MP4 and WEBM videos are allowed',
  },
} as const;

/** A file that breaks a rule of its field. */
export function refused(field: FileField, message: string, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, message, { errors: { [field]: message } });
}

export const emptyFile = (field: FileField) => refused(field, 'This file is empty');

export const tooLarge = (field: FileField) => refused(field, FILE_RULES[field].tooLarge, 'too_large');

export const tooMany = (field: FileField) => refused(field, FILE_RULES[field].tooMany);

export const wrongKind = (field: FileField) => refused(field, FILE_RULES[field].wrongKind, 'unsupported_type');

/** What the rules of pictures say of one, as the field says it. */
export function aboutPicture(error: unknown, name: string): unknown {
  // That too much waits is no fault of the picture.
  return error instanceof AppError && error.code !== 'unavailable'
    ? refused('previewImages', `“${name}”: ${error.message}`, error.code)
    : error;
}

/** One answer for all that is wrong. A single thing keeps its own code, such as that of a file too large. */
export function together(errors: FieldErrors, files: AppError | undefined): AppError {
  if (files !== undefined && Object.keys(errors).length === 0) return files;
  return invalid({ ...errors, ...files?.errors });
}

export const notWhole = (cause: unknown) =>
  new AppError('malformed', 'The upload did not arrive whole. Nothing of it was kept: please send it again.', { cause });

const READER_LIMITS = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** The reader's own errors, said to people. What it cannot read is the sender's doing, or a connection that broke. */
export function fromReader(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (READER_LIMITS.has(errorCode(error) ?? '')) return new AppError('invalid', 'This form has too many parts.');
  return notWhole(error);
}

/** Nobody is there to hear of it: who still wants it sends it again. @throws AppError malformed */
export function stillThere({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw notWhole(undefined);
}
