import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For a whole request: ten files of 10 MB over a slow line. */
export const REQUEST_TIMEOUT_MS = 15 * 60_000;
const BODY_TIMEOUT_MS = 60_000;

const hasFiles = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '');
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes connections with slow bodies, as Node does after {@link REQUEST_TIMEOUT_MS}. */
export function limitBodyTime(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async (request) => {
    if (hasFiles(request) || !hasBody(request)) return;
    const { raw } = request;
    // Injected requests have no connection, and never close.
    if (!(raw.socket instanceof Socket)) return;
    const error = Object.assign(new Error('The request body timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const timer = setTimeout(() => app.server.emit('clientError', error, raw.socket), timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
