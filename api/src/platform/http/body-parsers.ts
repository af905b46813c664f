import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isNestedTooDeeply, MAX_NESTING } from './bounded-input.ts';

/** Default of `bodyLimit`: three times the longest text of most forms. */
export const BODY_LIMIT_BYTES = 32 * 1024;

/** Bytes for bodies with long texts, at three bytes per character. */
export const LONG_BODY_LIMITS = { problem: 64 * 1024, message: 64 * 1024, documentation: 256 * 1024 } as const;

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
