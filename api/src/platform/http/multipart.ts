import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** For `preParsing`: rejects other content types before the body is read. @param noun names the content in the error */
export function multipartOnly(noun: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (!isMultipart(request)) throw new AppError('unsupported_type', `Send the ${noun} as multipart/form-data.`);
  };
}

/** For `preParsing`: accepts a form with files, or JSON. */
export function jsonOrMultipart(noun: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (isMultipart(request) || /^application\/json\b/i.test(request.headers['content-type'] ?? '')) return;
    throw new AppError('unsupported_type', `Send the ${noun} as JSON, or with files as multipart/form-data.`);
  };
}

const ESCAPED = { '%22': '"', '%0A': '\n', '%0D': '\r' } as const;

/** Decodes quotes and line breaks (HTML, "multipart/form-data encoding algorithm"); empty for a part without a name. */
export const decodeFileName = ({ filename }: { filename: string | undefined }): string =>
  // The pattern matches only these keys.
  (filename ?? '').replaceAll(/%(?:22|0A|0D)/g, (escaped) => ESCAPED[escaped as keyof typeof ESCAPED]);
