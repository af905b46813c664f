import type { FastifyReply } from 'fastify';

/**
 * Aborts when the caller goes away before they have the answer, so that what was to be done for them need not be. (The request's
 * own signal aborts as soon as its body was read.)
 */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
