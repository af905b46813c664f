import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, WIDEST_NETWORK } from '../http/network.ts';
import { READS } from '../limits/register-limits.ts';
import type { Turns } from './turns.ts';

/** Aborts when nobody is there any more to hear an answer. */
function closing({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
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
    ends.set(request, await turns.begin(networkOf(request.ip, WIDEST_NETWORK), closing(reply)));
  });
  // The limits were asked before: they are the application's own hook.
  app.addHook('preParsing', async (request) => {
    if (!READS.has(request.method)) end(request);
  });
  // What is refused gets here, too, and so does what nobody waits for any more, once it is done.
  app.addHook('onSend', async (request) => end(request));
}
