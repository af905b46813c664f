import type { Multipart, MultipartFile } from '@fastify/multipart';
import { CHAT } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { messageRules } from '@solvent/contracts/rules';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { InferType } from 'yup';
import { signedIn } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import { KeptFiles, cleanName, documentKind, looksLikePicture, pictureKind } from '../../files/service.ts';
import type { Incoming, Sender } from '../../files/service.ts';
import { LookedThrough } from './looked-through.ts';
import { participants } from '../schema.ts';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';
import { sentName } from '../../../platform/http/multipart.ts';
import { checkedForm } from '../../../platform/http/yup-validation.ts';
import type { FileStore } from '../../../platform/objects/file-store.ts';

/** A file of a message that is about to be stored: its bytes lie in the file store already, no row names it yet. */
export interface ReceivedMessageFile {
  /** Key in the file store. */
  storageKey: string;
  /** Cleaned: fit to be shown and stored. */
  name: string;
  /** By its content, not by what its sender says. */
  mimeType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of what was sent, in hex: the same file sent again has the same one, however its picture was made anew. */
  sha256: string;
  /** Of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}

/** What `POST /chat/messages` brought. */
export interface ReceivedMessage {
  /** The form's texts as `messageRules` give them. */
  fields: InferType<typeof messageRules>;
  /** In the order in which they were sent. */
  files: ReceivedMessageFile[];
  /** Deletes the stored bytes: for when no message was made of them. Never throws; what fails is logged. */
  discard(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

const ofFiles = (code: ErrorCode, message: string) => new AppError(code, message, { errors: { files: message } });

const tooManyFiles = () => invalid({ files: `A message can have at most ${CHAT.filesMax} files` });
const wrongPart = () => invalid({ files: 'Send files in parts called "files"' });
const emptyFile = (name: string) => invalid({ files: `“${name}” is empty` });
const tooLarge = (name: string) =>
  ofFiles('too_large', `“${name}” is too large: a file can have at most ${CHAT.fileMaxBytes / MEBIBYTE} MB.`);

/** What the rules of attached files say of one, as a message says it: of ten files people must hear which it is. */
function aboutFile(error: unknown, name: string): unknown {
  // That too much waits is no fault of the file.
  if (!(error instanceof AppError) || error.code === 'unavailable') return error;
  return ofFiles(error.code, `“${name}”: ${error.message}`);
}

const notWhole = (cause: unknown) =>
  new AppError('malformed', 'The message did not arrive whole. Please send it again.', { cause });

/** The reader's own errors, said to people. What it cannot read is the sender's doing, or a connection that broke. */
function fromReader(error: unknown): AppError {
  return errorCode(error) === 'FST_FILES_LIMIT' ? tooManyFiles() : notWhole(error);
}

/** Where files of messages lie before their message is stored, and after. */
export const INCOMING_MESSAGES: Incoming = { folder: 'messages', marks: 'incoming', filesMax: CHAT.filesMax };

/** A file as its sender called it, without what must not be shown. */
function shownName(sent: string): string {
  const { base, extension } = cleanName(sent, 'attachment');
  return extension === '' ? base : `${base}.${extension}`;
}

/** What breaks here is the connection; what breaks further on is the store. */
async function* fromSender(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw notWhole(error);
  }
}

async function storedContent(store: FileStore, key: string): Promise<Buffer> {
  const content = await store.read(key);
  if (content === undefined) throw new Error(`What was stored under ${key} is not there`);
  return buffer(content);
}

type Keeping = Pick<Deps, 'files' | 'pictures'>;

/** Where a file goes, and who sends it. */
interface Place {
  key: string;
  sender: Sender;
}

type Kept = Pick<ReceivedMessageFile, 'name' | 'mimeType' | 'size' | 'width' | 'height'>;

/** Pictures take the place of what was sent; everything else stays as it is. */
async function keep({ files: store, pictures }: Keeping, place: Place, sent: string, looked: LookedThrough): Promise<Kept> {
  const { key, sender } = place;
  const picture = looksLikePicture(looked.head) ? await pictures.anew(sender, () => storedContent(store, key)) : undefined;
  if (picture === undefined) return { ...documentKind(sent, looked), size: looked.size, width: null, height: null };
  const { format, content, width, height } = picture;
  await store.put(key, content);
  return { ...pictureKind(sent, format), size: content.length, width, height };
}

/**
 * Stores one file part under a key while it comes in, and holds it to the rules of attached files.
 * @returns undefined for the empty part that a form sends in which no file was chosen
 * @throws AppError that names the file: too_large, unsupported_type or invalid; malformed where it is cut off; unavailable
 *   where too many pictures wait
 */
async function storePart(keeping: Keeping, place: Place, part: MultipartFile): Promise<ReceivedMessageFile | undefined> {
  const { key } = place;
  const sent = sentName(part);
  const name = shownName(sent);
  const looked = new LookedThrough();
  await pipeline(fromSender(part.file), looked, (content) =>
    keeping.files.put(key, Readable.from(content, { objectMode: false })),
  );
  if (part.file.truncated) throw tooLarge(name);
  if (looked.size === 0 && sent === '') return undefined;
  if (looked.size === 0) throw emptyFile(name);
  const about = await keep(keeping, place, sent, looked).catch((error: unknown) => {
    throw aboutFile(error, name);
  });
  return { storageKey: key, sha256: looked.sha256(), ...about };
}

/** Texts: more than the longest content has (bytes), so that its own rule speaks of one that is too long; a few unknown ones. */
const LIMITS = { files: CHAT.filesMax, fileSize: CHAT.fileMaxBytes, fields: 20, fieldSize: 128 * 1024, headerPairs: 20 };
const FILE_PARTS = new Set(['files', 'files[]']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Intaking = Pick<Deps, 'db' | 'files' | 'pictures'>;

/** What has come so far. */
interface Intake {
  sender: Sender;
  texts: Record<string, string>;
  files: ReceivedMessageFile[];
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw fromReader(error);
  }
}

/** Nothing is stored for who has no part in the conversation; one that is named later is looked at when the message is stored. */
async function checkPlace({ db }: Intaking, request: FastifyRequest, conversationId: string | undefined): Promise<void> {
  if (conversationId === undefined) return;
  if (!UUID.test(conversationId)) throw notFound('This conversation');
  const own = and(eq(participants.conversationId, conversationId), eq(participants.userId, signedIn(request).user.id));
  if ((await db.$count(participants, own)) === 0) throw notFound('This conversation');
}

async function takeFile(
  deps: Intaking,
  request: FastifyRequest,
  intake: Intake,
  kept: KeptFiles,
  part: MultipartFile,
): Promise<void> {
  if (!FILE_PARTS.has(part.fieldname)) throw wrongPart();
  if (intake.files.length === 0) await checkPlace(deps, request, intake.texts['conversationId']);
  await intake.sender.room.take();
  const file = await storePart(deps, { key: await kept.nextKey(), sender: intake.sender }, part);
  if (file !== undefined) intake.files.push(file);
}

async function readAll(deps: Intaking, request: FastifyRequest, sender: Sender, kept: KeptFiles): Promise<Intake> {
  const intake: Intake = { sender, texts: {}, files: [] };
  for await (const part of partsOf(request)) {
    if (part.type === 'file') await takeFile(deps, request, intake, kept, part);
    else if (typeof part.value === 'string') intake.texts[part.fieldname] = part.value;
  }
  return intake;
}

/** What still comes of a refused request is read and forgotten: a browser listens only when it has said all. */
function ignoreRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Takes in `POST /chat/messages` of somebody signed in: the texts, held to the rules, and the files, which lie in the store
 * when this answers. They go with `discard`, unless rows of a message name them; nothing is kept of a request that fails here.
 * Files need room: texts alone take none. The route needs the plugin @fastify/multipart.
 * @throws AppError with a text for each field (`files` for all files), 404 for a foreign conversation, malformed for what is
 *   cut off; the store's own errors
 */
export async function receiveMessage(deps: Intaking, request: FastifyRequest, sender: Sender): Promise<ReceivedMessage> {
  const kept = new KeptFiles(INCOMING_MESSAGES, deps.files, request.log);
  try {
    const { texts, files } = await readAll(deps, request, sender, kept);
    const fields = checkedForm(messageRules, texts, { fileCount: files.length });
    // Nobody is there to hear of it: who still wants it sends it again.
    if (request.raw.socket.destroyed) throw notWhole(undefined);
    return { fields, files, discard: () => kept.discard() };
  } catch (error) {
    ignoreRest(request);
    await kept.discard();
    throw error;
  }
}
