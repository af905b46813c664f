import multipart from '@fastify/multipart';
import type { StoredFile } from '@solvent/contracts';
import { signedIn } from '../../platform/access/access.ts';
import type { FileRow } from '../../platform/db/schema/files.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/feature.ts';
import { fileUrl } from '../../platform/files/file-url.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { limit } from '../../platform/http/rate-limits.ts';
import { avatarOf } from './avatar-picture.ts';
import { receiveFile, refuseOtherBodies } from './received-file.ts';
import { storeAvatar } from './store-avatar.ts';

const fileAnswer = answerSchema({
  file: json.object({ _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text }),
});

function presentFile({ id, name, size, mimeType }: FileRow): StoredFile {
  return { _id: id, url: fileUrl(id), name, size, mimeType };
}

/** POST /file-upload: one picture of the caller, for the own profile. */
export async function uploadRoute(app: App, deps: Deps): Promise<void> {
  await app.register(multipart);

  app.post(
    '/file-upload',
    {
      config: { access: 'signed-in', rateLimit: limit('upload', deps.config) },
      preParsing: refuseOtherBodies,
      schema: { tags: ['files'], consumes: ['multipart/form-data'], response: { 201: fileAnswer } },
    },
    async (request, reply) => {
      const { name, content } = await receiveFile(request);
      const picture = await avatarOf(content);
      // Nobody is there to use what would be stored.
      if (request.raw.socket.destroyed) throw new AppError('malformed', 'The upload was cancelled.');
      const file = await storeAvatar(deps, signedIn(request).user.id, { name, content: picture });
      reply.code(201);
      return { file: presentFile(file) };
    },
  );
}
