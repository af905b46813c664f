import type { FastifyInstance } from 'fastify';

/**
 * JSON is the only body that routes take unless they add a parser. An empty one is no body: clients
 * send the content type with calls that have nothing to say. `__proto__` and the like are refused.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else void parseJson(request, text, done);
  });
}
