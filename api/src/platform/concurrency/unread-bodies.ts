import { Socket } from 'node:net';
import { setImmediate as others, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import type { FairSemaphore } from './fair-semaphore.ts';

/** Up to two megabytes are there at once (libuv); so long (ms) nothing is read after them: 10 MB a second. */
const PAUSE = 200;

/** Takes what is left of a body, and forgets it. */
async function forget({ raw }: FastifyRequest): Promise<void> {
  const { socket } = raw;
  while (!socket.destroyed) {
    socket.resume();
    await others();
    await others();
    if (raw.complete) return;
    socket.pause();
    await pause(PAUSE);
  }
}

/**
 * Reads on where an answer came before the end of what is sent: browsers listen only then. Slowly, and a few bodies of a network
 * at once, as the server's own way (at once, as fast as it comes) would let whoever is refused fill the line; beyond that the
 * connection ends.
 */
export function drainUnreadBodies(app: FastifyInstance, turns: FairSemaphore): void {
  app.addHook('onResponse', async (request) => {
    const { complete, socket } = request.raw;
    // A request that was put in without a connection has none to hold.
    if (complete || !(socket instanceof Socket) || socket.destroyed) return;
    socket.pause();
    turns.run(getNetwork(request.ip, WIDEST_PREFIX_BITS), () => forget(request)).catch(() => socket.destroy());
  });
}
