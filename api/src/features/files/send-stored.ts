import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileRow } from './schema.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { byteRange } from '../../platform/http/byte-range.ts';
import { matchesEtag } from '../../platform/http/if-none-match.ts';
import type { ObjectStore } from '@solvent/object-store';

/** What is sent, and how. */
export interface ToSend {
  file: Pick<FileRow, 'size' | 'storageKey' | 'sha256'>;
  /** Headers of the answer: type, disposition, caching. */
  headers: Record<string, string>;
  /** Done before the first byte of a response with all of the content; where it fails, nothing is sent. */
  beforeWhole?: () => Promise<void>;
}

/** The part that is asked for: all of it where the browser has a part of another content, or asks for the headers alone. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, size: number) {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  return byteRange(headers.range, size);
}

/**
 * Streams a stored file, or the part of it that is asked for; 304 where the browser has it already.
 * @throws AppError `out_of_range`; `not_found` where its bytes are gone
 */
export async function sendStored(store: ObjectStore, request: FastifyRequest, reply: FastifyReply, toSend: ToSend) {
  const { size, storageKey, sha256 } = toSend.file;
  const etag = `"${sha256}"`;
  const headers = { ...toSend.headers, 'accept-ranges': 'bytes', etag };
  const caching = toSend.headers['cache-control'];
  if (matchesEtag(request, etag)) return reply.code(304).headers({ etag, 'cache-control': caching }).send();
  const range = rangeOf(request, etag, size);
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('out_of_range', `This file has ${size} bytes: there is nothing in that range.`);
  }
  if (request.method === 'HEAD') return reply.headers({ ...headers, 'content-length': size }).send(Readable.from([]));
  const content = await store.read(storageKey, range);
  if (content === undefined) throw notFound('This file');
  const isWhole = range === undefined || (range.first === 0 && range.last === size - 1);
  if (isWhole)
    await toSend.beforeWhole?.().catch((error: unknown) => {
      content.destroy();
      throw error;
    });
  if (range === undefined) return reply.headers({ ...headers, 'content-length': size }).send(content);
  const { first, last } = range;
  const part = { 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': last - first + 1 };
  return reply
    .code(206)
    .headers({ ...headers, ...part })
    .send(content);
}
