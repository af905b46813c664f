import multipart from '@fastify/multipart';
import { ATTACHMENTS, AVATAR } from '@solvent/contracts';
import type { StoredFile } from '@solvent/contracts';
import { and, eq, lt, notExists } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import * as yup from 'yup';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import { senderOf } from './incoming/upload-room.ts';
import type { Sender } from './incoming/upload-room.ts';
import { cleanName, documentKind, looksLikePicture, pictureKind } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { fileUrl } from './links.ts';
import type { Pictures } from './pictures/pictures.ts';
import { files } from './schema.ts';
import type { FileRow } from './schema.ts';
import { problemFiles } from '../marketplace/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { AppError, invalid } from '../../platform/errors/app-error.ts';
import { isDatabaseGone } from '../../platform/errors/database-gone.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { multipartOnly, sentName } from '../../platform/http/multipart.ts';

/** What somebody sent, whole. */
interface ReceivedFile {
  /** As the sender calls it: not to be trusted. */
  name: string;
  content: Buffer;
}

/** What is sent for what, as the words for the sender call it, and how large it may be (bytes). */
const KINDS = {
  avatar: { noun: 'picture', maxBytes: AVATAR.maxBytes },
  attachment: { noun: 'file', maxBytes: ATTACHMENTS.maxBytes },
} as const;

/** What an upload is for. */
const UPLOAD_PURPOSES = ['avatar', 'attachment'] as const;
type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

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
async function receiveFile(request: FastifyRequest, purpose: UploadPurpose): Promise<ReceivedFile> {
  const received = await readParts(request, purpose).catch((error: unknown) => {
    throw sayable(error, purpose);
  });
  if (received === undefined) throw invalid({ file: `Choose a ${KINDS[purpose].noun} to upload` });
  if (received.content.length === 0) throw invalid({ file: 'This file is empty' });
  return received;
}

/** A file to keep. */
interface FileToStore {
  purpose: UploadPurpose;
  name: string;
  mimeType: string;
  content: Buffer;
}

/** The same file sent twice is one, unless the first belongs to a problem by now. */
async function findSame(
  { db }: Deps,
  ownerId: string,
  { purpose, name }: FileToStore,
  sha256: string,
): Promise<FileRow | undefined> {
  const attached = db.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.fileId, files.id));
  const unused = purpose === 'avatar' ? undefined : and(eq(files.name, name), notExists(attached));
  const same = and(eq(files.ownerId, ownerId), eq(files.purpose, purpose), eq(files.sha256, sha256), unused);
  return (await db.select().from(files).where(same).limit(1))[0];
}

/**
 * Stores what a person uploaded: a picture of themselves for everybody to see, an attachment for nobody until it belongs to
 * a problem. The bytes come first: a row never names what is not there.
 */
async function storeFile(deps: Deps, ownerId: string, file: FileToStore): Promise<FileRow> {
  const { purpose, name, mimeType, content } = file;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const same = await findSame(deps, ownerId, file, sha256);
  if (same !== undefined) return same;
  const id = newId();
  const storageKey = purpose === 'avatar' ? `avatars/${id}.webp` : `attachments/${id}`;
  await deps.files.put(storageKey, content);
  const visibility = purpose === 'avatar' ? ('public' as const) : ('private' as const);
  const about = { width: null, height: null, name, mimeType, size: content.length, sha256, storageKey, purpose, visibility };
  const row = { id, ownerId, ...about, createdAt: new Date() };
  try {
    await deps.db.insert(files).values(row);
  } catch (error) {
    // Of a row whose answer is lost nobody knows: it may be there, and name these bytes.
    if (!isDatabaseGone(error)) await deps.files.delete(storageKey);
    throw error;
  }
  return row;
}

/** An attachment that no problem took within this time (ms) is not wanted any more. */
const UNUSED_LIFE = 48 * 3_600_000;

async function removeAll({ db, files: store }: Deps, ownerId: string): Promise<void> {
  // One that a problem takes at this moment is public once this statement has waited for it, and stays.
  const unused = and(
    eq(files.ownerId, ownerId),
    eq(files.purpose, 'attachment'),
    eq(files.visibility, 'private'),
    lt(files.createdAt, new Date(Date.now() - UNUSED_LIFE)),
  );
  const removed = await db.delete(files).where(unused).returning({ key: files.storageKey });
  for (const { key } of removed) await store.delete(key);
}

/** Removes what somebody uploaded for a problem that never came. What fails is told to `log`: it takes up room, no more. */
async function removeUnused(deps: Deps, ownerId: string, log: FastifyBaseLogger): Promise<void> {
  await removeAll(deps, ownerId).catch((error: unknown) => log.error({ err: error }, 'Unused attachments were not removed'));
}

/** What is kept of a file that somebody attaches. */
interface Attached extends Kind {
  content: Buffer;
}

/**
 * What is kept of an attached file; its content says what it is, never its sender. Pictures are made anew, without where and
 * with what they were taken; PDFs and texts stay as they are: nobody opens them on this site.
 * @throws AppError unsupported_type with what is taken; as `Pictures.anew`
 */
async function attachedContent(pictures: Pictures, sender: Sender, sent: { name: string; content: Buffer }): Promise<Attached> {
  const { content } = sent;
  const picture = looksLikePicture(content) ? await pictures.anew(sender, async () => content) : undefined;
  if (picture !== undefined) return { ...pictureKind(sent.name, picture.format), content: picture.content };
  return { ...documentKind(sent.name, { head: content, isText: isUtf8(content) && !content.includes(0) }), content };
}

const fileAnswer = answerSchema({
  file: json.object({ _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text }),
});

function presentFile({ id, name, size, mimeType }: FileRow): StoredFile {
  return { _id: id, url: fileUrl(id), name, size, mimeType };
}

/** The words of `purpose` in the query; a picture for the own profile where it says nothing. */
const uploadQuery = yup.object({
  purpose: yup.mixed<UploadPurpose>().oneOf(UPLOAD_PURPOSES, 'There is no such purpose').default('avatar'),
});

/** What is kept of what was sent. */
async function contentFor({ pictures }: Deps, sender: Sender, purpose: UploadPurpose, sent: ReceivedFile): Promise<FileToStore> {
  if (purpose === 'attachment') return { purpose, ...(await attachedContent(pictures, sender, sent)) };
  const name = `${cleanName(sent.name, 'picture').base}.webp`;
  return { purpose, name, mimeType: 'image/webp', content: await pictures.square(sender, sent.content) };
}

/** POST /file-upload: one picture of the caller for the own profile, or with `?purpose=attachment` a file for a problem. */
export async function uploadRoute(app: App, deps: Deps): Promise<void> {
  await app.register(multipart);

  app.post(
    '/file-upload',
    {
      config: { access: 'signed-in', limit: 'upload' },
      preParsing: multipartOnly('picture'),
      schema: { tags: ['files'], consumes: ['multipart/form-data'], querystring: uploadQuery, response: { 201: fileAnswer } },
    },
    async (request, reply) => {
      const { purpose } = request.query;
      const sender = senderOf(deps, request, reply, KINDS[purpose].maxBytes);
      try {
        await sender.room.take();
        const toStore = await contentFor(deps, sender, purpose, await receiveFile(request, purpose));
        // Nobody is there to use what would be stored.
        if (request.raw.socket.destroyed) throw new AppError('malformed', 'The upload was cancelled.');
        const file = await storeFile(deps, sender.id, toStore);
        await removeUnused(deps, sender.id, request.log);
        reply.code(201);
        return { file: presentFile(file) };
      } finally {
        await sender.room.leave();
      }
    },
  );
}
