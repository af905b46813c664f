import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../http/bearer-token.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import { SAFE_METHODS } from '../limits/register-limits.ts';
import type { ConcurrencyLimiters } from './limiters.ts';

/** Made once: every request ends by it, and an error finds out where it was made. */
const CLOSED = new Error('Nobody waits for the answer any more.');

/** Aborts when nobody is there any more to hear an answer. */
function closing({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort(CLOSED));
  return closed.signal;
}

/**
 * Lets the requests of a session, and those of a network, wait for each other, a few at once: what reads until it is answered,
 * what writes until it is clear whether it may. However many are refused, others wait for a few of them.
 */
export function limitConcurrentRequests(
  app: FastifyInstance,
  turns: Pick<ConcurrencyLimiters, 'requests' | 'sessionRequests'>,
): void {
  const ends = new WeakMap<FastifyRequest, (() => void)[]>();
  const end = (request: FastifyRequest) => ends.get(request)?.forEach((endTurn) => endTurn());
  app.addHook('onRequest', async (request, reply) => {
    const [token, closed] = [bearerToken(request), closing(reply)];
    const own: (() => void)[] = [];
    ends.set(request, own);
    // In this order: who waits for others of their session takes nobody's place in the network.
    if (token !== undefined) own.push(await turns.sessionRequests.acquire(token, closed));
    own.push(await turns.requests.acquire(getNetwork(request.ip, WIDEST_PREFIX_BITS), closed));
  });
  // The limits were asked before: they are the application's own hook.
  app.addHook('preParsing', async (request) => {
    if (!SAFE_METHODS.has(request.method)) end(request);
  });
  // What is refused gets here, too, and so does what nobody waits for any more, once it is done.
  app.addHook('onSend', async (request) => end(request));
}
