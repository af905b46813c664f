import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** Whether a request brings a form. */
export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/**
 * For `preParsing`: refuses every other kind of body before it is read.
 * @param noun what is sent, as the words for the sender call it
 */
export function multipartOnly(noun: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (!isMultipart(request)) throw new AppError('unsupported_type', `Send the ${noun} as multipart/form-data.`);
  };
}

/** Likewise: a form where there are files, JSON where there are none. */
export function jsonOrMultipart(noun: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (isMultipart(request) || /^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
    throw new AppError('unsupported_type', `Send the ${noun} as JSON, or with files as multipart/form-data.`);
  };
}

const ESCAPED = { '%22': '"', '%0A': '\n', '%0D': '\r' } as const;

/**
 * What the sender calls a file, without what browsers put in place of a quote or a line break in it (HTML, "multipart/form-data
 * encoding algorithm"); empty for a part without a name, of which the reader's own types know nothing.
 */
export const decodeFileName = ({ filename }: { filename: string | undefined }): string =>
  // The pattern finds these three alone.
  (filename ?? '').replaceAll(/%(?:22|0A|0D)/g, (escaped) => ESCAPED[escaped as keyof typeof ESCAPED]);
