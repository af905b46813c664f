import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isNestedTooDeeply, MAX_NESTING } from './bounded-input.ts';

/** Default of `bodyLimit`, for the longest text of most forms at twelve bytes per character: four UTF-16 units of three bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Bytes for bodies with long texts, at twelve bytes per character; five for documentation, since proxies pass on 256 KB. */
export const LONG_BODY_LIMITS = { problem: 128 * 1024, message: 128 * 1024, documentation: 256 * 1024 } as const;

/** Time limit of a whole request: ten files of 10 MB over a slow connection. */
export const REQUEST_TIMEOUT_MS = 15 * 60_000;
const BODY_TIMEOUT_MS = 60_000;

/** Accepts JSON only; a route may add parsers. An empty body is no body: clients send the content type without one. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app));
}

/** Rejects deep nesting and keys such as `__proto__`. */
export function jsonParser(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (isNestedTooDeeply(text))
      done(new AppError('invalid', `This request is nested too deeply: at most ${MAX_NESTING} levels.`));
    else void parseJson(request, text, done);
  };
}

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

const isJson = ({ headers }: FastifyRequest) => /^application\/json\b/i.test(headers['content-type'] ?? '');

/** Creates a `preParsing` hook that rejects other content types before the body is read. @param noun names the content in the error */
export const multipartOnly = (noun: string) => async (request: FastifyRequest) => {
  if (!isMultipart(request)) throw new AppError('unsupported_type', `Send the ${noun} as multipart/form-data.`);
};

/** Creates a `preParsing` hook that accepts a form with files, or JSON. */
export const jsonOrMultipart = (noun: string) => async (request: FastifyRequest) => {
  if (!isMultipart(request) && !isJson(request))
    throw new AppError('unsupported_type', `Send the ${noun} as JSON, or with files as multipart/form-data.`);
};

const ESCAPED = { '%22': '"', '%0A': '\n', '%0D': '\r' } as const;

/** Decodes quotes and line breaks (HTML, "multipart/form-data encoding algorithm"); empty for a part without a name. */
export const decodeFileName = ({ filename }: { filename: string | undefined }): string =>
  // The pattern matches only these keys.
  (filename ?? '').replaceAll(/%(?:22|0A|0D)/g, (escaped) => ESCAPED[escaped as keyof typeof ESCAPED]);

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes connections with slow bodies, as Node does after {@link REQUEST_TIMEOUT_MS}. */
export function limitBodyTime(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    // Injected requests have no connection, and never close.
    if (isMultipart(request) || !hasBody(request) || !(raw.socket instanceof Socket)) return;
    const error = Object.assign(new Error('The request body timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const timer = setTimeout(() => app.server.emit('clientError', error, raw.socket), timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
