import multipart from '@fastify/multipart';
import { ATTACHMENTS, AVATAR, BYTES_PER_MB } from '@solvent/contracts';
import { fileResponse } from '@solvent/contracts/schemas';
import { and, eq, inArray, lt } from 'drizzle-orm';
import * as yup from 'yup';
import type { Deps } from './deps.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { lockKey } from '../../platform/db/transactions.ts';
import { AppError, invalid } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { multipartOnly } from '../../platform/http/request-bodies.ts';
import { files } from '../../schema/index.ts';
import { deleteFileRows } from './deletion.ts';
import { receiveForm } from './forms.ts';
import type { FileField, FormRules, ReceivedFile, ReceivedForm } from './forms.ts';
import { deleteAbandonedUploads } from './incoming/upload-batch.ts';
import type { UploadLocation } from './incoming/upload-batch.ts';
import { acceptAttachment, acceptAvatar, NOT_ATTACHABLE } from './kinds.ts';
import { fileUrl } from './links.ts';
import { NOT_A_PICTURE } from './pictures/pictures.ts';

const KINDS = {
  avatar: { noun: 'picture', maxBytes: AVATAR.maxBytes, wrongKind: NOT_A_PICTURE, visibility: 'public' },
  attachment: { noun: 'file', maxBytes: ATTACHMENTS.maxBytes, wrongKind: NOT_ATTACHABLE, visibility: 'private' },
} as const;
type UploadPurpose = keyof typeof KINDS;

const UPLOAD_LOCATION: UploadLocation = { folder: 'uploads', markers: 'incoming-uploads', maxFiles: 1 };

function buildUploadForm({ pictures }: Deps, purpose: UploadPurpose): FormRules<'file'> {
  const { noun, maxBytes, wrongKind } = KINDS[purpose];
  const oneFile = () => invalid({ file: `Send one ${noun}, in a part called "file", and nothing else` });
  const file: FileField = {
    maxFiles: 1,
    maxBytes,
    accept: purpose === 'avatar' ? acceptAvatar(pictures) : acceptAttachment(pictures),
    tooMany: oneFile,
    tooLarge: () => new AppError('too_large', `A ${noun} can have at most ${maxBytes / BYTES_PER_MB} MB.`),
    empty: () => invalid({ file: 'This file is empty' }),
    wrongKind: () => new AppError('unsupported_type', wrongKind),
    displayName: (sent) => sent,
  };
  return {
    location: UPLOAD_LOCATION,
    fields: { file },
    unexpectedText: oneFile,
    unknownField: oneFile,
    incomplete: (cause) =>
      new AppError('malformed', `The upload of the ${noun} was incomplete. Please send it again.`, { cause }),
  };
}

/** Finds the same file of an earlier upload that no problem and no text uses yet. */
async function findDuplicate(tx: Tx, ownerId: string, purpose: UploadPurpose, { name, sha256 }: ReceivedFile) {
  const unused = purpose === 'avatar' ? undefined : and(eq(files.name, name), eq(files.visibility, 'private'));
  const same = and(eq(files.ownerId, ownerId), eq(files.purpose, purpose), eq(files.sha256, sha256), unused);
  return (await tx.select().from(files).where(same).limit(1))[0];
}

/** Inserts the row of an upload whose bytes are stored. An attachment is private until a problem or a text uses it. */
async function storeUpload(deps: Deps, purpose: UploadPurpose, form: ReceivedForm<'file'>) {
  const [received] = form.files.file;
  const { noun, visibility } = KINDS[purpose];
  if (received === undefined) throw invalid({ file: `Choose a ${noun} to upload` });
  const ownerId = form.sender.id;
  const row = { id: newId(), ownerId, ...received, width: null, height: null, purpose, visibility, createdAt: new Date() };
  return deps.db.transaction(async (tx) => {
    // Concurrent uploads of the same file would both find no duplicate.
    await lockKey(tx, `file ${ownerId} ${received.sha256}`);
    const same = await findDuplicate(tx, ownerId, purpose, received);
    if (same === undefined) await tx.insert(files).values(row);
    return { ...(same ?? row), isNew: same === undefined };
  });
}

const UNUSED_TTL_MS = 48 * 3_600_000;
const BATCH_SIZE = 1000;

async function deleteUnusedAttachments({ db }: Pick<Deps, 'db'>): Promise<void> {
  const isUnused = and(
    eq(files.purpose, 'attachment'),
    eq(files.visibility, 'private'),
    lt(files.createdAt, new Date(Date.now() - UNUSED_TTL_MS)),
  );
  const batch = db.select({ id: files.id }).from(files).where(isUnused).limit(BATCH_SIZE).for('update', { skipLocked: true });
  const deleteBatch = () => db.transaction((tx) => deleteFileRows(tx, inArray(files.id, batch)));
  while ((await deleteBatch()) === BATCH_SIZE);
}

const uploadQuery = yup.object({
  purpose: yup.mixed<UploadPurpose>().oneOf(['avatar', 'attachment'], 'Unknown upload purpose').default('avatar'),
});

/** Registers POST /file-upload, which uploads the caller's avatar, or with `?purpose=attachment` a file for a problem. */
export async function registerUploadRoute(app: App, deps: Deps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  deps.jobs.hourly('abandoned files of uploads', () => deleteAbandonedUploads(deps, UPLOAD_LOCATION));
  deps.jobs.hourly('unused attachments', () => deleteUnusedAttachments(deps));

  app.post(
    '/file-upload',
    {
      config: { access: 'signed-in', limit: 'fileUploads' },
      preParsing: multipartOnly('picture'),
      schema: {
        tags: ['files'],
        consumes: ['multipart/form-data'],
        form: { files: { file: 1 } },
        querystring: uploadQuery,
        response: { 201: fileResponse },
      },
    },
    async (request, reply) => {
      const { purpose } = request.query;
      const form = buildUploadForm(deps, purpose);
      const { id, ...file } = await receiveForm(deps, request, reply, form, (received) => storeUpload(deps, purpose, received));
      reply.code(201);
      return { file: { ...file, _id: id, url: fileUrl(id) } };
    },
  );
}
