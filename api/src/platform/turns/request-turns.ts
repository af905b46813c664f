import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, WIDEST_NETWORK } from '../http/network.ts';
import type { Turns } from './turns.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Aborts when the answer is there, or nobody waits for it any more. */
function closing({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.closed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
}

/**
 * Lets the requests of a network wait for each other, a few at once: what reads until it is answered, what writes until it is
 * clear whether it may. However many are refused, others wait for a few of them.
 */
export function registerRequestTurns(app: FastifyInstance, turns: Turns): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  // What else came in meanwhile is looked after before who is next begins.
  const end = (request: FastifyRequest) => void setImmediate(() => ends.get(request)?.());
  app.addHook('onRequest', async (request, reply) => {
    const closed = closing(reply);
    ends.set(request, await turns.begin(networkOf(request.ip, WIDEST_NETWORK), closed));
    if (closed.aborted) end(request);
    else closed.addEventListener('abort', () => end(request), { once: true });
  });
  // The limits were asked before: they are the application's own hook.
  app.addHook('preParsing', async (request) => {
    if (!READS.has(request.method)) end(request);
  });
  app.addHook('onSend', async (request) => end(request));
}
