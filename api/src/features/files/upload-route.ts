import multipart from '@fastify/multipart';
import * as yup from 'yup';
import type { StoredFile } from '@solvent/contracts';
import type { FileRow } from './schema/files.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { App } from '../../feature.ts';
import { fileUrl } from './file-url.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { multipartOnly } from '../../platform/http/multipart.ts';
import { attachedContent } from './content/attached-content.ts';
import { senderOf } from './incoming/sender.ts';
import type { Sender } from './incoming/sender.ts';
import { cleanName } from './content/file-name.ts';
import { KINDS, receiveFile, UPLOAD_PURPOSES } from './received-file.ts';
import type { ReceivedFile, UploadPurpose } from './received-file.ts';
import { removeUnused } from './remove-unused.ts';
import { storeFile } from './store-file.ts';
import type { FileToStore } from './store-file.ts';

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
