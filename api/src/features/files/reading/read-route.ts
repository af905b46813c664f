import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../platform/feature.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { byteRange } from '../../../platform/http/byte-range.ts';
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

/** The part that is asked for: all of it where the browser has a part of another content, or asks for the headers alone. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, size: number) {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  return byteRange(headers.range, size);
}

async function send(deps: ReadDeps, request: FastifyRequest, reply: FastifyReply, { file, caching }: ReadableFile) {
  const headers = { ...headersOf(file), 'cache-control': caching };
  const { etag } = headers;
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers({ etag, 'cache-control': caching }).send();
  const range = rangeOf(request, etag, file.size);
  if (range === 'none') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new AppError('out_of_range', `This file has ${file.size} bytes: there is nothing in that range.`);
  }
  const content = await deps.files.read(file.storageKey, range);
  if (content === undefined) throw notFound('This file');
  if (range === undefined) return reply.headers({ ...headers, 'content-length': file.size }).send(content);
  const { first, last } = range;
  const part = { 'content-range': `bytes ${first}-${last}/${file.size}`, 'content-length': last - first + 1 };
  return reply
    .code(206)
    .headers({ ...headers, ...part })
    .send(content);
}

/** GET /files/:id: public files for everybody, those of messages for who takes part (private-file.ts). */
export function readRoute(app: App, deps: ReadDeps): void {
  app.get('/files/:id', { schema: { tags: ['files'], params: idParams } }, async (request, reply) =>
    send(deps, request, reply, await readable(deps, request, request.params.id)),
  );
}
