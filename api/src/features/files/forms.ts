import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Deps } from './deps.ts';
import { UploadBatch } from './incoming/upload-batch.ts';
import type { UploadLocation } from './incoming/upload-batch.ts';
import { createSender } from './incoming/quota-reservation.ts';
import type { Sender } from './incoming/quota-reservation.ts';
import { HashingTransform } from './hashing-transform.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { mayHaveCommitted } from '../../platform/errors/database-unavailable.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { decodeFileName } from '../../platform/http/request-bodies.ts';

/** A file whose bytes are stored, but not its row. */
export interface ReceivedFile {
  storageKey: string;
  name: string;
  /** Detected from the content. */
  mimeType: string;
  size: number;
  /** SHA-256 of the received bytes in hex, from before a picture is re-encoded. */
  sha256: string;
  /** Of a picture (px). */
  width: number | null;
  height: number | null;
}

/** A completely received file whose kind is not known yet. */
interface UploadedFile {
  name: string;
  head: Buffer;
  /** Whether all of it is UTF-8 without a NUL. */
  isText: boolean;
  sender: Sender;
  read: () => Promise<Buffer>;
}

/** `content` replaces the received bytes. */
interface AcceptedContent {
  name: string;
  mimeType: string;
  content?: Buffer;
  width?: number;
  height?: number;
}

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

export interface FormRules<Field extends string> {
  location: UploadLocation;
  fields: Record<Field, FileField>;
  /** Rejects texts; absent if the form accepts them. */
  unexpectedText?: () => AppError;
  unknownField: (field: string) => AppError;
  incomplete: (cause: unknown) => AppError;
  /** Reads the texts after a rejected file, so that the response can include all errors. */
  readToEnd?: boolean;
  /** Runs before the first file is read, with the texts that precede it. @throws AppError */
  beforeFiles?: (texts: Record<string, string>) => Promise<void>;
}

export interface ReceivedForm<Field extends string> {
  texts: Record<string, string>;
  files: Record<Field, ReceivedFile[]>;
  /** With `readToEnd`: the error of the first rejected file. Later files are dropped. */
  refusal: AppError | undefined;
  sender: Sender;
  /** Deletes the stored bytes of a form that is not used. Never throws. */
  discard(): Promise<void>;
}

/** No form has more parts, and no documentation more bytes than `fieldSize`. */
const LIMITS = { files: 40, fields: 30, parts: 60, fieldSize: 256 * 1024, headerPairs: 20 };

const LIMIT_CODES = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** For a field named like a property of Object.prototype. */
const PROTOTYPE_NAME_CODE = 'FST_PROTO_VIOLATION';

/** Fields with this limit at most are buffered in memory, and stored once. */
const MAX_BUFFERED_BYTES = 5 * 1024 * 1024;

/** Reads and drops the rest of a rejected request: browsers read the response only after they have sent all. */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

class FormReader<Field extends string> {
  readonly #store: Deps['files'];
  readonly #request: FastifyRequest;
  readonly #rules: FormRules<Field>;
  readonly #sender: Sender;
  readonly #batch: UploadBatch;
  readonly #texts: Record<string, string> = {};
  readonly #files: Record<Field, ReceivedFile[]>;
  #refusal: AppError | undefined;
  #hasFiles = false;

  constructor(store: Deps['files'], request: FastifyRequest, rules: FormRules<Field>, sender: Sender, batch: UploadBatch) {
    this.#store = store;
    this.#request = request;
    this.#rules = rules;
    this.#sender = sender;
    this.#batch = batch;
    // Object.fromEntries loses the type of the keys.
    this.#files = Object.fromEntries(Object.keys(rules.fields).map((field) => [field, []])) as unknown as Record<
      Field,
      ReceivedFile[]
    >;
  }

  async read(): Promise<ReceivedForm<Field>> {
    for await (const part of this.#parts()) {
      if (part.type === 'file') await this.#receiveFile(part);
      else this.#receiveText(part.fieldname, part.value);
    }
    // The client would not receive the response, and sends the form again.
    if (this.#request.raw.socket.destroyed) throw this.#rules.incomplete(undefined);
    return {
      texts: this.#texts,
      files: this.#files,
      refusal: this.#refusal,
      sender: this.#sender,
      discard: () => this.#batch.discard(),
    };
  }

  async *#parts(): AsyncGenerator<Multipart> {
    const sizes = Object.values<FileField>(this.#rules.fields).map(({ maxBytes }) => maxBytes);
    try {
      yield* this.#request.parts({ limits: { ...LIMITS, fileSize: Math.max(...sizes) + 1 } });
    } catch (error) {
      throw this.#toAppError(error);
    }
  }

  #toAppError(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const code = errorCode(error) ?? '';
    if (LIMIT_CODES.has(code)) return new AppError('invalid', 'This form has too many parts.');
    return code === PROTOTYPE_NAME_CODE ? this.#rules.unknownField('__proto__') : this.#rules.incomplete(error);
  }

  #receiveText(field: string, value: unknown): void {
    if (this.#rules.unexpectedText !== undefined) throw this.#rules.unexpectedText();
    if (typeof value === 'string') this.#texts[field] = value;
  }

  async #receiveFile(part: MultipartFile): Promise<void> {
    try {
      if (this.#refusal === undefined) await this.#storeFile(part);
    } catch (error) {
      if (!this.#rules.readToEnd || !(error instanceof AppError) || error.errors === undefined) throw error;
      this.#refusal = error;
    }
    part.file.resume();
  }

  #findField({ fieldname }: MultipartFile): Field {
    const fields = Object.keys(this.#rules.fields) as Field[];
    const field = fields.find((one) => fieldname === one || fieldname === `${one}[]`);
    if (field === undefined) throw this.#rules.unknownField(fieldname);
    return field;
  }

  async #storeFile(part: MultipartFile): Promise<void> {
    const field = this.#findField(part);
    const rules = this.#rules.fields[field];
    const sentName = decodeFileName(part);
    if (this.#files[field].length >= rules.maxFiles && sentName !== '') throw rules.tooMany();
    if (!this.#hasFiles) await this.#rules.beforeFiles?.(this.#texts);
    this.#hasFiles = true;
    await this.#sender.quota.reserve();
    const file = await this.#acceptFile(rules, sentName, part);
    if (file !== undefined) this.#files[field].push(file);
  }

  async #acceptFile(rules: FileField, sentName: string, part: MultipartFile): Promise<ReceivedFile | undefined> {
    const name = rules.displayName(sentName);
    const hashing = new HashingTransform(rules.maxBytes);
    const key = rules.maxBytes <= MAX_BUFFERED_BYTES ? undefined : await this.#batch.nextKey();
    const buffered = await this.#pipe(part, hashing, key);
    if (hashing.isTooLarge) throw rules.tooLarge(name);
    if (hashing.size === 0 && sentName === '') return undefined;
    if (hashing.size === 0) throw rules.empty(name);
    const { head, isText } = hashing;
    const read = async () => buffered ?? this.#readStored(key ?? '');
    const accepted = await rules.accept({ name: sentName, head, isText, sender: this.#sender, read }).catch((error: unknown) => {
      // A full queue is not the file's fault.
      throw error instanceof AppError && error.code !== 'unavailable' ? (rules.toFieldError?.(error, name) ?? error) : error;
    });
    if (accepted === undefined) throw rules.wrongKind(name);
    const storageKey = key ?? (await this.#batch.nextKey());
    const content = accepted.content ?? buffered;
    if (content !== undefined) await this.#store.put(storageKey, content);
    const { name: storedName, mimeType, width = null, height = null } = accepted;
    const size = accepted.content?.length ?? hashing.size;
    return { storageKey, name: storedName, mimeType, size, sha256: hashing.sha256(), width, height };
  }

  async #pipe(part: MultipartFile, hashing: HashingTransform, key: string | undefined): Promise<Buffer | undefined> {
    let buffered: Buffer | undefined;
    await pipeline(this.#readPart(part.file), hashing, async (content: AsyncIterable<Buffer>) => {
      const stream = Readable.from(content, { objectMode: false });
      if (key === undefined) buffered = await buffer(stream);
      else await this.#store.put(key, stream);
    });
    return buffered;
  }

  /** Distinguishes failures of the connection from those of the store. */
  async *#readPart(file: Readable): AsyncGenerator<Buffer> {
    try {
      yield* file;
    } catch (error) {
      throw this.#rules.incomplete(error);
    }
  }

  async #readStored(key: string): Promise<Buffer> {
    const content = await this.#store.readAll(key);
    if (content === undefined) throw new Error(`The file stored as ${key} is missing`);
    return content;
  }
}

const sumMaxBytes = (rules: FormRules<string>) =>
  Object.values(rules.fields).reduce((sum, { maxFiles, maxBytes }) => sum + maxFiles * maxBytes, 0);

/** Stores the files while they arrive, and deletes them if `make` throws, unless its transaction may have committed. The route needs @fastify/multipart. @throws AppError of the form's rules */
export async function receiveForm<Field extends string, Made>(
  deps: Pick<Deps, 'db' | 'files' | 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules<Field>,
  make: (form: ReceivedForm<Field>) => Promise<Made>,
): Promise<Made> {
  const sender = createSender(deps, request, reply, sumMaxBytes(rules));
  const batch = new UploadBatch(rules.location, deps.files, request.log);
  try {
    return await make(await new FormReader(deps.files, request, rules, sender, batch).read());
  } catch (error) {
    drainRequest(request);
    if (!mayHaveCommitted(error)) await batch.discard();
    throw error;
  } finally {
    await sender.quota.release();
  }
}
