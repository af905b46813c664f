import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../http/bearer-token.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import { SAFE_METHODS } from '../limits/register-limits.ts';
import type { ConcurrencyLimiters } from './limiters.ts';

/** Created once: every request ends with it, and capturing a stack is slow. */
const CLOSED = new Error('The connection was closed.');

function getCloseSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort(CLOSED));
  return closed.signal;
}

/** Limits concurrent requests per session and per network: reads until the response, writes until they are admitted. */
export function limitConcurrentRequests(
  app: FastifyInstance,
  limiters: Pick<ConcurrencyLimiters, 'requests' | 'sessionRequests'>,
): void {
  const slots = new WeakMap<FastifyRequest, (() => void)[]>();
  const release = (request: FastifyRequest) => slots.get(request)?.forEach((releaseSlot) => releaseSlot());
  app.addHook('onRequest', async (request, reply) => {
    const [token, closed] = [bearerToken(request), getCloseSignal(reply)];
    const own: (() => void)[] = [];
    slots.set(request, own);
    // The session first: a request that waits for it holds no slot of the network.
    if (token !== undefined) own.push(await limiters.sessionRequests.acquire(token, closed));
    own.push(await limiters.requests.acquire(getNetwork(request.ip, WIDEST_PREFIX_BITS), closed));
  });
  // Runs after the rate limits, which are in a hook of the application.
  app.addHook('preParsing', async (request) => {
    if (!SAFE_METHODS.has(request.method)) release(request);
  });
  // Also runs for rejected and aborted requests.
  app.addHook('onSend', async (request) => release(request));
}
