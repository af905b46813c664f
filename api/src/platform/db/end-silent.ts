import { Socket } from 'node:net';
import type pg from 'pg';

/** What pg's clients have and its types leave out: the connection, and whether all that was asked on it is answered. */
interface Wired {
  connection: { stream: Socket };
  readyForQuery?: boolean;
}

function isWired(client: object): client is Wired {
  if (!('connection' in client)) return false;
  const { connection } = client;
  return typeof connection === 'object' && connection !== null && 'stream' in connection && connection.stream instanceof Socket;
}

function wired(client: pg.PoolClient): Wired {
  if (isWired(client)) return client;
  throw new Error('This version of pg keeps its socket elsewhere: correct end-silent.ts.');
}

const silence = (timeout: number) =>
  Object.assign(new Error(`The database said nothing for ${timeout} ms`), { code: 'ETIMEDOUT' });

/**
 * Ends connections on which an answer is due and nothing came for `timeout` (ms), and with them those that lie idle: packets
 * that vanish on one do so on the others. The driver's own limit only gives up the query: its connection would go back into the
 * pool, and be of no use to whoever is given it next.
 */
export function endSilent(pool: pg.Pool, timeout: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(wired(client).connection.stream));
  pool.on('release', (_error, client) => idle.add(wired(client).connection.stream));
  pool.on('remove', (client) => idle.delete(wired(client).connection.stream));
  pool.on('connect', (client) => {
    const { connection } = wired(client);
    connection.stream.setTimeout(timeout);
    connection.stream.on('timeout', () => {
      if (wired(client).readyForQuery) return;
      connection.stream.destroy(silence(timeout));
      for (const stream of idle) stream.destroy();
    });
  });
}
