import { Socket } from 'node:net';
import type pg from 'pg';

/** Properties that pg's types lack. `readyForQuery` is false while a response is pending. */
type ClientInternals = pg.PoolClient & { connection?: { stream?: unknown }; readyForQuery?: boolean };

function getStream(client: ClientInternals): Socket {
  const stream = client.connection?.stream;
  if (stream instanceof Socket) return stream;
  throw new Error('This version of pg has no client.connection.stream: update unresponsive-connections.ts.');
}

/**
 * Closes connections whose response does not arrive, and all idle ones, since they are probably dead as well. The driver's own timeout
 * would return the dead connection to the pool.
 */
export function closeUnresponsiveConnections(pool: pg.Pool, timeoutMs: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(getStream(client)));
  pool.on('release', (_error, client) => idle.add(getStream(client)));
  pool.on('remove', (client) => idle.delete(getStream(client)));
  pool.on('connect', (client: ClientInternals) => {
    const stream = getStream(client);
    stream.setTimeout(timeoutMs);
    stream.on('timeout', () => {
      if (client.readyForQuery) return;
      stream.destroy(Object.assign(new Error(`The database did not respond for ${timeoutMs} ms`), { code: 'ETIMEDOUT' }));
      for (const idleStream of idle) idleStream.destroy();
    });
  });
}
