import type { Multipart, MultipartFile } from '@fastify/multipart';
import { MODULE } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { KeptFiles } from '../../files/incoming/kept-files.ts';
import type { Incoming } from '../../files/incoming/kept-files.ts';
import type { Sender } from '../../files/incoming/upload-room.ts';
import { STORING } from './store-part.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';
import { sentName } from '../../../platform/http/multipart.ts';

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

/** Where the files of modules lie before their module is stored, and after. */
export const INCOMING_MODULES: Incoming = {
  folder: 'modules',
  marks: 'incoming-modules',
  filesMax: 1 + MODULE.imagesMax + MODULE.videosMax,
};

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
const tooMany = (field: FileField) => refused(field, FILE_RULES[field].tooMany);
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
function fromReader(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (READER_LIMITS.has(errorCode(error) ?? '')) return new AppError('invalid', 'This form has too many parts.');
  return notWhole(error);
}

/** Nobody is there to hear of it: who still wants it sends it again. @throws AppError malformed */
export function stillThere({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw notWhole(undefined);
}

/** A byte more than any file may have shows that it is too large. Texts: more bytes than the longest documentation has. */
const LIMITS = { files: 40, fileSize: MODULE.zipMaxBytes + 1, fields: 30, fieldSize: 256 * 1024, headerPairs: 20 };

/** What a form brought; its files lie in the store. */
export interface ReceivedForm {
  texts: Record<string, string>;
  files: Record<FileField, ReceivedFile[]>;
  /** What is wrong with its files: the first thing; the files after it were not kept. */
  refusal: AppError | undefined;
}

/** Where an upload is read from and kept. */
interface Receiving {
  request: FastifyRequest;
  store: Deps['files'];
  pictures: Deps['pictures'];
  sender: Sender;
  kept: KeptFiles;
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw fromReader(error);
  }
}

function fieldOf({ fieldname }: MultipartFile, fields: readonly FileField[]): FileField {
  const field = fields.find((one) => fieldname === one || fieldname === `${one}[]`);
  if (field === undefined) throw invalid({ [fieldname]: 'This form takes no such file' });
  return field;
}

async function storeFile(receiving: Receiving, form: ReceivedForm, part: MultipartFile, fields: readonly FileField[]) {
  const field = fieldOf(part, fields);
  if (form.files[field].length >= FILE_RULES[field].max) throw tooMany(field);
  const { store, pictures, sender, kept } = receiving;
  form.files[field].push(await STORING[field]({ part, store, pictures, sender, key: await kept.nextKey() }));
}

/** After a refusal the rest is read and forgotten; so is the empty part of a form in which no file was chosen. */
async function takeFile(receiving: Receiving, form: ReceivedForm, part: MultipartFile, fields: readonly FileField[]) {
  try {
    if (form.refusal === undefined && sentName(part) !== '') await storeFile(receiving, form, part, fields);
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    form.refusal = error;
  }
  part.file.resume();
}

/**
 * Reads a form with files to its end, whatever the order of its parts; the files are in the store then.
 * @param fields those that bring files
 * @throws AppError malformed for what is cut off; the store's own errors
 */
async function readForm(receiving: Receiving, fields: readonly FileField[]): Promise<ReceivedForm> {
  const files = { zipFile: [], previewImages: [], previewVideos: [] };
  const form: ReceivedForm = { texts: {}, files, refusal: undefined };
  for await (const part of partsOf(receiving.request)) {
    if (part.type === 'file') await takeFile(receiving, form, part, fields);
    else if (typeof part.value === 'string') form.texts[part.fieldname] = part.value;
  }
  return form;
}

/** What still comes of a refused request is read and forgotten: a browser listens only when it has said all. */
export function ignoreRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Takes in a form with files, for which there must be room, and makes something of it; nothing is kept of one that fails on the way.
 * @param make gives what becomes of it, and throws what is wrong; it says `mayBeStored` before it commits rows: of a commit
 *   whose answer is lost nobody knows, so the files stay, and are looked at later (abandoned-files.ts)
 */
export async function receiveForm<Made>(
  { files: store, pictures }: Pick<Deps, 'files' | 'pictures'>,
  request: FastifyRequest,
  sender: Sender,
  fields: readonly FileField[],
  make: (form: ReceivedForm, mayBeStored: () => void) => Promise<Made>,
): Promise<Made> {
  const kept = new KeptFiles(INCOMING_MODULES, store, request.log);
  let stays = false;
  try {
    await sender.room.take();
    return await make(await readForm({ request, store, pictures, sender, kept }, fields), () => {
      stays = true;
    });
  } catch (error) {
    ignoreRest(request);
    if (!stays) await kept.discard();
    throw error;
  } finally {
    await sender.room.leave();
  }
}
