import { Socket } from 'node:net';
import { setImmediate as yieldToEvents, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES } from '../http/request-bodies.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import type { FairSemaphore } from './fair-semaphore.ts';

/** libuv reads up to 2 MB at once, so this pause allows 10 MB a second. */
const PAUSE_MS = 200;

async function drain({ raw }: FastifyRequest): Promise<void> {
  const { socket } = raw;
  while (!socket.destroyed) {
    socket.resume();
    await yieldToEvents();
    await yieldToEvents();
    if (raw.complete) return;
    socket.pause();
    await wait(PAUSE_MS);
  }
}

const isSmall = ({ headers }: FastifyRequest): boolean => Number(headers['content-length'] ?? Infinity) <= BODY_LIMIT_BYTES;

/** Browsers read an early response only after sending the body. Node would drain rejected uploads at full speed, and fill the line. */
export function drainUnreadBodies(app: FastifyInstance, limiter: FairSemaphore): void {
  app.addHook('onResponse', async (request) => {
    const { complete, socket } = request.raw;
    if (complete || isSmall(request) || !(socket instanceof Socket) || socket.destroyed) return;
    socket.pause();
    limiter.run(getNetwork(request.ip, WIDEST_PREFIX_BITS), () => drain(request)).catch(() => socket.destroy());
  });
}
