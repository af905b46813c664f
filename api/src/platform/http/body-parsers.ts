import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isNestedTooDeeply, NESTING_MAX } from './bounded-input.ts';

/** So large (bytes) may a body be whose route says nothing else (`bodyLimit`): the longest text of most forms, thrice. */
export const BODY_LIMIT_BYTES = 32 * 1024;

/** Bodies with long texts (bytes): in any script a character has three at most. */
export const LONG_BODY_LIMITS = { problem: 64 * 1024, message: 64 * 1024, documentation: 256 * 1024 } as const;

/**
 * JSON is the only body that routes take unless they add a parser. An empty one is no body: clients
 * send the content type with calls that have nothing to say. `__proto__` and the like are refused.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app));
}

/** Reads the text of a JSON body, for routes that call JSON something else, too. */
export function jsonParser(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (isNestedTooDeeply(text))
      done(new AppError('invalid', `This request is nested too deeply: at most ${NESTING_MAX} levels.`));
    else void parseJson(request, text, done);
  };
}
