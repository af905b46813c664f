import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileRow } from '../../schema/index.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { findRange, matchesEtag } from '../../platform/http/conditional-requests.ts';
import type { ObjectStore } from '@solvent/object-store';

interface StoredResponse {
  file: Pick<FileRow, 'size' | 'storageKey' | 'sha256'>;
  headers: Record<string, string>;
  /** Runs before the first byte of a full response. If it fails, nothing is sent. */
  beforeWhole?: () => Promise<void>;
}

/** @throws AppError `out_of_range`; `not_found` if its bytes are missing */
export async function sendStored(store: ObjectStore, request: FastifyRequest, reply: FastifyReply, response: StoredResponse) {
  const { size, storageKey, sha256 } = response.file;
  const etag = `"${sha256}"`;
  if (matchesEtag(request, etag))
    return reply.code(304).headers({ etag, 'cache-control': response.headers['cache-control'] }).send();
  const range = request.method === 'GET' ? findRange(request, etag, size) : undefined;
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('out_of_range', `The requested range is outside this file, which has ${size} bytes.`);
  }
  const headers = { ...response.headers, 'accept-ranges': 'bytes', etag, 'content-length': size };
  if (request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]));
  const content = await store.read(storageKey, range);
  if (content === undefined) throw notFound('This file');
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (first === 0 && last === size - 1)
    await response.beforeWhole?.().catch((error: unknown) => {
      content.destroy();
      throw error;
    });
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  return reply.headers({ ...headers, 'content-length': last - first + 1 }).send(content);
}
