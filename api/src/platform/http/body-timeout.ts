import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long (ms) a request may take to come in whole: ten files of 10 MB over a slow line. */
export const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** How long (ms) one without files may take: it is small. */
const BODY_TIMEOUT = 60_000;

const bringsFiles = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '');
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Ends connections whose bodies come in drop by drop, as the server itself ends those that take longer than any may. */
export function limitBodyTime(app: FastifyInstance, timeout = BODY_TIMEOUT): void {
  app.addHook('onRequest', async (request) => {
    if (bringsFiles(request) || !hasBody(request)) return;
    const { raw } = request;
    const tooSlow = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    // A request that was put in without a connection has none to end, and never closes.
    if (!(raw.socket instanceof Socket)) return;
    const timer = setTimeout(() => app.server.emit('clientError', tooSlow, raw.socket), timeout).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
