import multipart from '@fastify/multipart';
import { ATTACHMENTS, AVATAR } from '@solvent/contracts';
import type { FileResponse, StoredFile } from '@solvent/contracts';
import { and, eq, inArray, lt, notExists } from 'drizzle-orm';
import * as yup from 'yup';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { lockKey } from '../../platform/db/transactions.ts';
import { AppError, invalid } from '../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import type { App } from '../../platform/http/app.ts';
import { multipartOnly } from '../../platform/http/multipart.ts';
import { problemFiles, textPictures } from '../marketplace/schema.ts';
import { deleteFileRows, handleDeletedFiles } from './delete-bytes.ts';
import { receiveForm } from './forms.ts';
import type { FileField, FormRules, ReceivedFile, ReceivedForm } from './forms.ts';
import { deleteAbandonedUploads } from './incoming/upload-batch.ts';
import type { UploadLocation } from './incoming/upload-batch.ts';
import { acceptAttachment, keepSquare, NOT_ATTACHABLE } from './kinds.ts';
import { fileFields, fileUrl } from './links.ts';
import { NO_PICTURE } from './pictures/pictures.ts';
import { files } from './schema.ts';
import type { FileRow } from './schema.ts';

/** What an upload is for. */
const UPLOAD_PURPOSES = ['avatar', 'attachment'] as const;
type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** What is sent for what, as the words for the sender call it, and how large it may be (bytes). */
const KINDS = {
  avatar: { noun: 'picture', maxBytes: AVATAR.maxBytes },
  attachment: { noun: 'file', maxBytes: ATTACHMENTS.maxBytes },
} as const;

/** Where uploads lie before there is a row that names them, and after. */
const INCOMING_UPLOADS: UploadLocation = { folder: 'uploads', markers: 'incoming-uploads', maxFiles: 1 };

const MEBIBYTE = 1024 * 1024;

/** The form of one file and nothing else. */
function uploadForm({ pictures }: Deps, purpose: UploadPurpose): FormRules<'file'> {
  const { noun, maxBytes } = KINDS[purpose];
  const oneFile = () => invalid({ file: `Send one ${noun}, in a part called "file", and nothing else` });
  const file: FileField = {
    maxFiles: 1,
    maxBytes,
    accept: purpose === 'avatar' ? keepSquare(pictures) : acceptAttachment(pictures),
    tooMany: oneFile,
    tooLarge: () => new AppError('too_large', `A ${noun} can have at most ${maxBytes / MEBIBYTE} MB.`),
    empty: () => invalid({ file: 'This file is empty' }),
    wrongKind: () => new AppError('unsupported_type', purpose === 'avatar' ? NO_PICTURE : NOT_ATTACHABLE),
    displayName: (sent) => sent,
  };
  return {
    location: INCOMING_UPLOADS,
    fields: { file },
    refuseText: oneFile,
    unknownField: oneFile,
    incomplete: (cause) => new AppError('malformed', `The ${noun} did not arrive whole. Please send it again.`, { cause }),
  };
}

/** The same file sent twice is one, unless the first belongs to a problem or a text by now. */
async function findSame(
  tx: Tx,
  ownerId: string,
  purpose: UploadPurpose,
  { name, sha256 }: ReceivedFile,
): Promise<FileRow | undefined> {
  const attached = tx.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.fileId, files.id));
  const shown = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.fileId, files.id));
  const unused = purpose === 'avatar' ? undefined : and(eq(files.name, name), notExists(attached), notExists(shown));
  const same = and(eq(files.ownerId, ownerId), eq(files.purpose, purpose), eq(files.sha256, sha256), unused);
  return (await tx.select().from(files).where(same).limit(1))[0];
}

/**
 * Stores the row of what a person uploaded: a picture of themselves for everybody to see, an attachment for nobody until it
 * belongs to a problem or a text. The bytes are there already: a row never names what is not.
 */
async function storeUpload(deps: Deps, purpose: UploadPurpose, form: ReceivedForm<'file'>): Promise<FileRow> {
  const [received] = form.files.file;
  if (received === undefined) throw invalid({ file: `Choose a ${KINDS[purpose].noun} to upload` });
  const ownerId = form.sender.id;
  const visibility = purpose === 'avatar' ? ('public' as const) : ('private' as const);
  // A picture of a page needs no size.
  const row = { id: newId(), ownerId, ...received, width: null, height: null, purpose, visibility, createdAt: new Date() };
  const same = await deps.db.transaction(async (tx) => {
    // Two that are sent at once would each find none.
    await lockKey(tx, `file ${ownerId} ${received.sha256}`);
    const found = await findSame(tx, ownerId, purpose, received);
    if (found === undefined) await tx.insert(files).values(row);
    return found;
  });
  if (same !== undefined) await form.discard();
  return same ?? row;
}

/** An attachment that no problem and no text took within this time (ms) is not wanted any more. */
const UNUSED_LIFE = 48 * 3_600_000;

/** So many are removed in one statement. */
const TOGETHER = 100;

/** Removes what people uploaded for problems and texts that were never posted. */
async function removeUnused({ db }: Pick<Deps, 'db'>): Promise<void> {
  const unused = and(
    eq(files.purpose, 'attachment'),
    eq(files.visibility, 'private'),
    lt(files.createdAt, new Date(Date.now() - UNUSED_LIFE)),
  );
  for (let removed = TOGETHER; removed === TOGETHER;)
    removed = await db.transaction(async (tx) => {
      // One that a problem takes at this moment is skipped.
      const rows = await tx
        .select({ id: files.id })
        .from(files)
        .where(unused)
        .limit(TOGETHER)
        .for('update', { skipLocked: true });
      const ids = rows.map(({ id }) => id);
      return ids.length === 0 ? 0 : (await deleteFileRows(tx, inArray(files.id, ids))).length;
    });
}

const fileAnswer = responseSchema<FileResponse>(json.object({ file: json.object(fileFields) }));

function presentFile({ id, name, size, mimeType }: FileRow): StoredFile {
  return { _id: id, url: fileUrl(id), name, size, mimeType };
}

/** The words of `purpose` in the query; a picture for the own profile where it says nothing. */
const uploadQuery = yup.object({
  purpose: yup.mixed<UploadPurpose>().oneOf(UPLOAD_PURPOSES, 'There is no such purpose').default('avatar'),
});

/** POST /file-upload: one picture of the caller for the own profile, or with `?purpose=attachment` a file for a problem. */
export async function uploadRoute(app: App, deps: Deps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  deps.jobs.hourly('abandoned files of uploads', () => deleteAbandonedUploads(deps, INCOMING_UPLOADS));
  deps.jobs.hourly('unused attachments', () => removeUnused(deps));
  handleDeletedFiles(deps);

  app.post(
    '/file-upload',
    {
      config: { access: 'signed-in', limit: 'fileUploads' },
      preParsing: multipartOnly('picture'),
      schema: { tags: ['files'], consumes: ['multipart/form-data'], querystring: uploadQuery, response: { 201: fileAnswer } },
    },
    async (request, reply) => {
      const { purpose } = request.query;
      const file = await receiveForm(deps, request, reply, uploadForm(deps, purpose), (form) => storeUpload(deps, purpose, form));
      reply.code(201);
      return { file: presentFile(file) };
    },
  );
}
