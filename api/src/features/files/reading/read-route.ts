import type { FastifyRequest } from 'fastify';
import type { App } from '../../../feature.ts';
import { sendStored } from '../send-stored.ts';
import { idParams } from '../../../platform/http/params.ts';
import { headersOf, publicCaching } from './file-headers.ts';
import { findFile } from './may-read.ts';
import { privateFile } from './private-file.ts';
import type { ReadableFile, ReadDeps } from './private-file.ts';

async function readable(deps: ReadDeps, request: FastifyRequest, id: string): Promise<ReadableFile> {
  const file = await findFile(deps.db, id);
  if (file?.visibility === 'public') return { file, caching: publicCaching(file) };
  return privateFile(deps, request, id, file);
}

/** GET /files/:id: public files for everybody, those of messages for who takes part (private-file.ts). */
export function readRoute(app: App, deps: ReadDeps): void {
  app.get('/files/:id', { schema: { tags: ['files'], params: idParams } }, async (request, reply) => {
    const { file, caching } = await readable(deps, request, request.params.id);
    return sendStored(deps.files, request, reply, { file, headers: { ...headersOf(file), 'cache-control': caching } });
  });
}
