import { Socket } from 'node:net';
import type pg from 'pg';

/** `readyForQuery` is false while a response is pending. */
interface ClientInternals {
  connection: { stream: Socket };
  readyForQuery?: boolean;
}

function hasInternals(client: object): client is ClientInternals {
  if (!('connection' in client)) return false;
  const { connection } = client;
  return typeof connection === 'object' && connection !== null && 'stream' in connection && connection.stream instanceof Socket;
}

function getInternals(client: pg.PoolClient): ClientInternals {
  if (hasInternals(client)) return client;
  throw new Error('This version of pg has no client.connection.stream: update unresponsive-connections.ts.');
}

/**
 * Closes connections whose response does not arrive, and all idle ones, since they are probably dead as well. The driver's own timeout
 * would return the dead connection to the pool.
 */
export function closeUnresponsiveConnections(pool: pg.Pool, timeoutMs: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(getInternals(client).connection.stream));
  pool.on('release', (_error, client) => idle.add(getInternals(client).connection.stream));
  pool.on('remove', (client) => idle.delete(getInternals(client).connection.stream));
  pool.on('connect', (client) => {
    const { stream } = getInternals(client).connection;
    stream.setTimeout(timeoutMs);
    stream.on('timeout', () => {
      if (getInternals(client).readyForQuery) return;
      stream.destroy(Object.assign(new Error(`The database did not respond for ${timeoutMs} ms`), { code: 'ETIMEDOUT' }));
      for (const idleStream of idle) idleStream.destroy();
    });
  });
}
