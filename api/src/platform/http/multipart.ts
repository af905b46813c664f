import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/**
 * For `preParsing`: refuses every other kind of body before it is read.
 * @param noun what is sent, as the words for the sender call it
 */
export function multipartOnly(noun: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return;
    throw new AppError('unsupported_type', `Send the ${noun} as multipart/form-data.`);
  };
}

/** What the sender calls a file; empty for a part without a name, of which the reader's own types know nothing. */
export const sentName = ({ filename }: { filename: string | undefined }): string => filename ?? '';
