import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import { createUploadBatch } from './incoming/upload-batch.ts';
import type { UploadBatch, UploadLocation } from './incoming/upload-batch.ts';
import { reserveQuota } from './incoming/quota-reservation.ts';
import { HEAD_BYTES } from './kinds.ts';
import type { FileRow } from '../../schema/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { mayHaveCommitted } from '../../platform/errors/database-unavailable.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { decodeFileName } from '../../platform/http/request-bodies.ts';

/** A file whose bytes are stored, but not its row. `sha256` is that of the received bytes, before a picture is re-encoded. */
export type ReceivedFile = Pick<FileRow, 'storageKey' | 'name' | 'mimeType' | 'size' | 'sha256' | 'width' | 'height'>;

export interface Sender {
  id: string;
  /** Is aborted when the client disconnects. */
  signal: AbortSignal;
}

interface Measured {
  size: number;
  head: Buffer;
  /** Whether all of it is UTF-8 without a NUL. */
  isText: boolean;
  /** Hexadecimal digest. */
  sha256: string;
}

/** A completely received file whose kind is not known yet. */
type UploadedFile = Pick<Measured, 'head' | 'isText'> & { name: string; sender: Sender; read: () => Promise<Buffer> };

/** `content` replaces the received bytes. */
type AcceptedContent = { name: string; mimeType: string; content?: Buffer; width?: number; height?: number };

export interface FileField {
  maxFiles: number;
  maxBytes: number;
  /** Returns undefined if this field does not accept the kind of file. @throws AppError */
  accept: (file: UploadedFile) => Promise<AcceptedContent | undefined>;
  tooMany: () => AppError;
  tooLarge: (name: string) => AppError;
  empty: (name: string) => AppError;
  wrongKind: (name: string) => AppError;
  /** Converts an error of `accept`. */
  toFieldError?: (error: AppError, name: string) => AppError;
  displayName: (sent: string) => string;
}

export interface FormRules<Field extends string = string> {
  location: UploadLocation;
  fields: Record<Field, FileField>;
  /** Creates the error for a text field. Omit it if the form accepts text fields. */
  unexpectedText?: () => AppError;
  unknownField: (field: string) => AppError;
  incomplete: (cause: unknown) => AppError;
  /** Reads the texts after a rejected part, so that the response can include all errors. */
  readToEnd?: boolean;
  /** Runs before the first file is read, with the texts that precede it. @throws AppError */
  beforeFiles?: (texts: Record<string, string>) => Promise<void>;
}

export interface ReceivedForm<Field extends string> {
  texts: Record<string, string>;
  files: Record<Field, ReceivedFile[]>;
  /** Error of the first rejected part, with `readToEnd` only. Later files are dropped. */
  refusal: AppError | undefined;
  sender: Sender;
}

/** No form has more parts. Texts longer than `fieldSize` are refused: a documentation with many marks may be, others have lower limits. */
const LIMITS = { files: 40, fields: 30, parts: 60, fieldSize: 256 * 1024, headerPairs: 20 };

function createTextTooLargeError(field: string): AppError {
  const message = `This text is too large: it can have at most ${LIMITS.fieldSize / 1024} KB. Please shorten it.`;
  return new AppError('too_large', message, { errors: { [field]: message } });
}

const LIMIT_CODES = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** Reads and drops the rest of a rejected request: browsers read the response only after they have sent all. */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Yields at most `maxBytes` bytes, drains the rest, and fills in `measured`. */
async function* measure(content: AsyncIterable<Buffer>, { maxBytes }: FileField, { incomplete }: FormRules, measured: Measured) {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Streams, since a character may span two chunks.
  const isText = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return !chunk?.includes(0);
    } catch {
      return false;
    }
  };
  try {
    for await (const chunk of content) {
      measured.size += chunk.length;
      if (measured.size > maxBytes) continue;
      hash.update(chunk);
      measured.head = Buffer.concat([measured.head, chunk.subarray(0, HEAD_BYTES - measured.head.length)]);
      measured.isText &&= isText(chunk);
      yield chunk;
    }
  } catch (error) {
    throw incomplete(error);
  }
  measured.isText &&= isText();
  measured.sha256 = hash.digest('hex');
}

async function* readParts(request: FastifyRequest, fileSize: number, rules: FormRules): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: { ...LIMITS, fileSize } });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error) ?? '';
    if (LIMIT_CODES.has(code)) throw new AppError('invalid', 'This form has too many parts.');
    // A field is named like a property of Object.prototype.
    throw code === 'FST_PROTO_VIOLATION' ? rules.unknownField('__proto__') : rules.incomplete(error);
  }
}

interface Reader {
  store: Deps['files'];
  rules: FormRules;
  sender: Sender;
  batch: UploadBatch;
}

async function storeFile(
  { store, rules, sender, batch }: Reader,
  field: FileField,
  sentName: string,
  { file }: MultipartFile,
): Promise<ReceivedFile | undefined> {
  const name = field.displayName(sentName);
  const measured: Measured = { size: 0, head: Buffer.alloc(0), isText: true, sha256: '' };
  const storageKey = await batch.nextKey();
  await pipeline(measure(file, field, rules, measured), (content: AsyncIterable<Buffer>) =>
    store.put(storageKey, Readable.from(content, { objectMode: false })),
  );
  const { head, isText, sha256 } = measured;
  if (measured.size > field.maxBytes) throw field.tooLarge(name);
  if (measured.size === 0 && sentName === '') {
    await store.delete(storageKey);
    return undefined;
  }
  if (measured.size === 0) throw field.empty(name);
  const read = async () => {
    const content = await store.readAll(storageKey);
    if (content === undefined) throw new Error(`The file stored as ${storageKey} is missing`);
    return content;
  };
  const accepted = await field.accept({ name: sentName, head, isText, sender, read }).catch((error: unknown) => {
    // A full queue is not the file's fault.
    throw error instanceof AppError && error.code !== 'unavailable' ? (field.toFieldError?.(error, name) ?? error) : error;
  });
  if (accepted === undefined) throw field.wrongKind(name);
  const { content, width = null, height = null } = accepted;
  if (content !== undefined) await store.put(storageKey, content);
  const size = content?.length ?? measured.size;
  return { storageKey, name: accepted.name, mimeType: accepted.mimeType, size, sha256, width, height };
}

async function readForm<Field extends string>(
  request: FastifyRequest,
  rules: FormRules<Field>,
  reader: Reader,
): Promise<ReceivedForm<Field>> {
  // Objects lose the type of their keys.
  const fields = Object.keys(rules.fields) as Field[];
  const files = Object.fromEntries(fields.map((field) => [field, []])) as unknown as Record<Field, ReceivedFile[]>;
  const form: ReceivedForm<Field> = { texts: {}, files, refusal: undefined, sender: reader.sender };
  let hasFiles = false;

  const refuse = (error: unknown) => {
    if (!rules.readToEnd || !(error instanceof AppError) || error.errors === undefined) throw error;
    form.refusal ??= error;
  };

  const receiveFile = async (part: MultipartFile) => {
    const field = fields.find((one) => part.fieldname === one || part.fieldname === `${one}[]`);
    if (field === undefined) throw rules.unknownField(part.fieldname);
    const sentName = decodeFileName(part);
    if (files[field].length >= rules.fields[field].maxFiles && sentName !== '') throw rules.fields[field].tooMany();
    if (!hasFiles) await rules.beforeFiles?.(form.texts);
    hasFiles = true;
    const file = await storeFile(reader, rules.fields[field], sentName, part);
    if (file !== undefined) files[field].push(file);
  };

  const maxBytes = Math.max(...fields.map((field) => rules.fields[field].maxBytes));
  for await (const part of readParts(request, maxBytes + 1, rules)) {
    if (part.type === 'field') {
      if (rules.unexpectedText !== undefined) throw rules.unexpectedText();
      if (typeof part.value === 'string') form.texts[part.fieldname] = part.value;
      if (part.valueTruncated) refuse(createTextTooLargeError(part.fieldname));
      continue;
    }
    try {
      if (form.refusal === undefined) await receiveFile(part);
    } catch (error) {
      refuse(error);
    }
    part.file.resume();
  }
  // The client would not receive the response, and sends the form again.
  if (request.raw.socket.destroyed) throw rules.incomplete(undefined);
  return form;
}

/**
 * Stores the files while they arrive. Deletes them if the form repeats an earlier one, or if `make` throws, unless its transaction may
 * have committed. The route needs @fastify/multipart.
 * @throws AppError of the form's rules
 */
export async function receiveForm<Field extends string, Made extends { isNew: boolean }>(
  deps: Pick<Deps, 'db' | 'files' | 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules<Field>,
  make: (form: ReceivedForm<Field>) => Promise<Made>,
): Promise<Made> {
  const { files: store } = deps;
  const maxBytes = Object.values<FileField>(rules.fields).reduce((sum, field) => sum + field.maxFiles * field.maxBytes, 0);
  const controller = new AbortController();
  // The request's own signal aborts as soon as its body was read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  const sender = { id: requireCaller(request).user.id, signal: controller.signal };
  const batch = createUploadBatch(rules.location, store, request.log);
  let release = async () => {};
  try {
    release = await reserveQuota(deps, request, maxBytes);
    // A request that ended before its parts are read would never report its end.
    if (request.raw.destroyed) throw rules.incomplete(undefined);
    const made = await make(await readForm(request, rules, { store, rules, sender, batch }));
    if (!made.isNew) await batch.discard();
    return made;
  } catch (error) {
    drainRequest(request);
    if (!mayHaveCommitted(error)) await batch.discard();
    throw error;
  } finally {
    await release();
  }
}
