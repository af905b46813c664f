import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '../../deps.ts';
import { UploadBatch } from './incoming/upload-batch.ts';
import type { UploadLocation } from './incoming/upload-batch.ts';
import { createSender } from './incoming/quota-reservation.ts';
import type { Sender } from './incoming/quota-reservation.ts';
import { HashingTransform } from './hashing-transform.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { mayHaveCommitted } from '../../platform/errors/database-unavailable.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { decodeFileName } from '../../platform/http/multipart.ts';

/** A file that came in for something which is about to be stored: its bytes lie in the file store, no row names it yet. */
export interface ReceivedFile {
  /** Key in the file store. */
  storageKey: string;
  /** Cleaned: fit to be shown and stored. */
  name: string;
  /** By its content, not by what its sender says. */
  mimeType: string;
  /** Bytes that are stored. */
  size: number;
  /** SHA-256 of what was sent, in hex: the same file sent again has the same one, however its picture was re-encoded. */
  sha256: string;
  /** Of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}

/** A file that has come in whole, as its kind is asked for. */
export interface UploadedFile {
  /** As its sender calls it: not to be trusted. */
  name: string;
  /** Its first bytes: {@link HEAD_BYTES} of them, if it has so many. */
  head: Buffer;
  /** Whether all of it is UTF-8 without a NUL. */
  isText: boolean;
  /** Who sent it. */
  sender: Sender;
  /** All of it. */
  read: () => Promise<Buffer>;
}

/** What is kept of a file: what was sent, or the content that takes its place. */
export interface AcceptedContent {
  name: string;
  mimeType: string;
  content?: Buffer;
  width?: number;
  height?: number;
}

/** What a field of a form takes, and what is said of other files. `name` is a file's own, cleaned. */
export interface FileField {
  maxFiles: number;
  maxBytes: number;
  /** What is kept of a file by its content; undefined: it is of no kind that this field takes. @throws AppError */
  accept: (file: UploadedFile) => Promise<AcceptedContent | undefined>;
  tooMany: () => AppError;
  tooLarge: (name: string) => AppError;
  empty: (name: string) => AppError;
  wrongKind: (name: string) => AppError;
  /** What `keep` refuses a file with, as this form says it. */
  toFieldError?: (error: AppError, name: string) => AppError;
  /** How a file is called in what is said of it. */
  displayName: (sent: string) => string;
}

/** A form with files. */
export interface FormRules<Field extends string> {
  /** Where its files lie. */
  location: UploadLocation;
  fields: Record<Field, FileField>;
  /** A form of one file alone says so of each text. */
  unexpectedText?: (field: string) => AppError;
  /** A part with a file that is none of the fields'. */
  unknownField: (field: string) => AppError;
  /** What is cut off, or cannot be read. */
  incomplete: (cause: unknown) => AppError;
  /** Whether it is read to its end although a file is refused, so that all that is wrong is told at once. */
  readToEnd?: boolean;
  /** Asked before the first file is read, with the texts that came before it. @throws AppError */
  beforeFiles?: (texts: Record<string, string>) => Promise<void>;
}

/** What a form brought; its files lie in the store. */
export interface ReceivedForm<Field extends string> {
  texts: Record<string, string>;
  files: Record<Field, ReceivedFile[]>;
  /** Of a form that is read on: the first thing that is wrong with its files; those after it were not kept. */
  refusal: AppError | undefined;
  sender: Sender;
  /** Deletes the stored bytes: for when nothing was made of them. Never throws; what fails is logged. */
  discard(): Promise<void>;
}

/** Parts beyond these are none of any form of ours; texts: more bytes than the longest documentation has. */
const LIMITS = { files: 40, fields: 30, parts: 60, fieldSize: 256 * 1024, headerPairs: 20 };

const LIMIT_CODES = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/** A field that is named as what every object has. */
const PROTOTYPE_NAME_CODE = 'FST_PROTO_VIOLATION';

/** Files of fields that take no larger ones (bytes) are held in memory while they come in, and stored once. */
const MAX_BUFFERED_BYTES = 5 * 1024 * 1024;

type FormDeps = Pick<Deps, 'db' | 'files' | 'limits'>;

/** What still comes of a refused request is read and forgotten: a browser listens only when it has said all. */
export function drainRequest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Reads one form. */
class FormReader<Field extends string> {
  readonly #store: Deps['files'];
  readonly #request: FastifyRequest;
  readonly #rules: FormRules<Field>;
  readonly #sender: Sender;
  readonly #kept: UploadBatch;
  readonly #texts: Record<string, string> = {};
  readonly #files: Record<Field, ReceivedFile[]>;
  #refusal: AppError | undefined;
  #hasFiles = false;

  constructor(store: Deps['files'], request: FastifyRequest, rules: FormRules<Field>, sender: Sender, kept: UploadBatch) {
    this.#store = store;
    this.#request = request;
    this.#rules = rules;
    this.#sender = sender;
    this.#kept = kept;
    // Each of its keys is a field's.
    this.#files = Object.fromEntries(Object.keys(rules.fields).map((field) => [field, []])) as unknown as Record<
      Field,
      ReceivedFile[]
    >;
  }

  async read(): Promise<ReceivedForm<Field>> {
    for await (const part of this.#parts()) {
      if (part.type === 'file') await this.#takeFile(part);
      else this.#takeText(part.fieldname, part.value);
    }
    // Nobody is there to hear of it: who still wants it sends it again.
    if (this.#request.raw.socket.destroyed) throw this.#rules.incomplete(undefined);
    return {
      texts: this.#texts,
      files: this.#files,
      refusal: this.#refusal,
      sender: this.#sender,
      discard: () => this.#kept.discard(),
    };
  }

  async *#parts(): AsyncGenerator<Multipart> {
    const sizes = Object.values<FileField>(this.#rules.fields).map(({ maxBytes }) => maxBytes);
    try {
      // A byte more than any file may have shows that it is too large.
      yield* this.#request.parts({ limits: { ...LIMITS, fileSize: Math.max(...sizes) + 1 } });
    } catch (error) {
      throw this.#sayable(error);
    }
  }

  /** The parser's own errors, said to people. What it cannot read is the sender's doing, or a connection that broke. */
  #sayable(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const code = errorCode(error) ?? '';
    if (LIMIT_CODES.has(code)) return new AppError('invalid', 'This form has too many parts.');
    return code === PROTOTYPE_NAME_CODE ? this.#rules.unknownField('__proto__') : this.#rules.incomplete(error);
  }

  #takeText(field: string, value: unknown): void {
    if (this.#rules.unexpectedText !== undefined) throw this.#rules.unexpectedText(field);
    if (typeof value === 'string') this.#texts[field] = value;
  }

  /** The empty part of a form in which no file was chosen is passed over; after a refusal so is everything. */
  async #takeFile(part: MultipartFile): Promise<void> {
    try {
      if (this.#refusal === undefined) await this.#receive(part);
    } catch (error) {
      if (!this.#rules.readToEnd || !(error instanceof AppError) || error.errors === undefined) throw error;
      this.#refusal = error;
    }
    part.file.resume();
  }

  #fieldOf({ fieldname }: MultipartFile): Field {
    // Its keys are the fields.
    const fields = Object.keys(this.#rules.fields) as Field[];
    const field = fields.find((one) => fieldname === one || fieldname === `${one}[]`);
    if (field === undefined) throw this.#rules.unknownField(fieldname);
    return field;
  }

  async #receive(part: MultipartFile): Promise<void> {
    const field = this.#fieldOf(part);
    const rules = this.#rules.fields[field];
    const sent = decodeFileName(part);
    if (this.#files[field].length >= rules.maxFiles && sent !== '') throw rules.tooMany();
    if (!this.#hasFiles) await this.#rules.beforeFiles?.(this.#texts);
    this.#hasFiles = true;
    await this.#sender.quota.reserve();
    const file = await this.#keep(rules, sent, part);
    if (file !== undefined) this.#files[field].push(file);
  }

  async #keep(rules: FileField, sent: string, part: MultipartFile): Promise<ReceivedFile | undefined> {
    const name = rules.displayName(sent);
    const measured = new HashingTransform(rules.maxBytes);
    const isHeld = rules.maxBytes <= MAX_BUFFERED_BYTES;
    const key = isHeld ? undefined : await this.#kept.nextKey();
    const held = await this.#pass(part, measured, key);
    if (measured.isTooLarge) throw rules.tooLarge(name);
    if (measured.size === 0 && sent === '') return undefined;
    if (measured.size === 0) throw rules.empty(name);
    const { head, isText } = measured;
    const read = async () => held ?? this.#stored(key ?? '');
    const kept = await rules.accept({ name: sent, head, isText, sender: this.#sender, read }).catch((error: unknown) => {
      // That too much waits is no fault of the file.
      throw error instanceof AppError && error.code !== 'unavailable' ? (rules.toFieldError?.(error, name) ?? error) : error;
    });
    if (kept === undefined) throw rules.wrongKind(name);
    const storageKey = key ?? (await this.#kept.nextKey());
    const content = kept.content ?? held;
    if (content !== undefined) await this.#store.put(storageKey, content);
    const { width = null, height = null } = kept;
    const size = kept.content?.length ?? measured.size;
    return { storageKey, name: kept.name, mimeType: kept.mimeType, size, sha256: measured.sha256(), width, height };
  }

  /** Where there is a key the file goes under it, else it is held. */
  async #pass(part: MultipartFile, measured: HashingTransform, key: string | undefined): Promise<Buffer | undefined> {
    let held: Buffer | undefined;
    await pipeline(this.#fromSender(part.file), measured, async (content: AsyncIterable<Buffer>) => {
      const stream = Readable.from(content, { objectMode: false });
      if (key === undefined) held = await buffer(stream);
      else await this.#store.put(key, stream);
    });
    return held;
  }

  /** What breaks here is the connection; what breaks further on is the store. */
  async *#fromSender(file: Readable): AsyncGenerator<Buffer> {
    try {
      yield* file;
    } catch (error) {
      throw this.#rules.incomplete(error);
    }
  }

  async #stored(key: string): Promise<Buffer> {
    const content = await this.#store.readAll(key);
    if (content === undefined) throw new Error(`What was stored under ${key} is not there`);
    return content;
  }
}

const sumMaxBytes = (rules: FormRules<string>) =>
  Object.values(rules.fields).reduce((sum, { maxFiles, maxBytes }) => sum + maxFiles * maxBytes, 0);

/**
 * Takes in a form with files of somebody signed in, to its end and whatever the order of its parts, and makes something of it.
 * Files go to the store while they come in; nothing of them is kept where this fails. The route needs @fastify/multipart.
 * @param make gives what becomes of the form, and throws what is wrong with it. Where nobody knows whether it was stored, since
 *   the database went away at that moment, the files stay, and are looked at later (incoming/kept-files.ts).
 * @throws AppError as the form's rules say it; malformed for what is cut off; the store's own errors; what `make` throws
 */
export async function receiveForm<Field extends string, Made>(
  deps: FormDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules<Field>,
  make: (form: ReceivedForm<Field>) => Promise<Made>,
): Promise<Made> {
  const sender = createSender(deps, request, reply, sumMaxBytes(rules));
  const kept = new UploadBatch(rules.location, deps.files, request.log);
  try {
    return await make(await new FormReader(deps.files, request, rules, sender, kept).read());
  } catch (error) {
    drainRequest(request);
    if (!mayHaveCommitted(error)) await kept.discard();
    throw error;
  } finally {
    await sender.quota.release();
  }
}
