import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ClientMessage, DatabaseMessage, Port } from './client.ts';
import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

/** First byte of a client's last message. */
const TERMINATE = 0x58;

/** AuthenticationOk without a password, then ReadyForQuery (idle). */
const STARTUP_RESPONSE = Uint8Array.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

export const EXTENSIONS = { pg_trgm };

async function reset(database: PGlite): Promise<void> {
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}

/** Handles messages in order, so that a closed connection is reset before the next one starts. */
export function serveDatabase(database: PGlite, port: Port<ClientMessage, DatabaseMessage>): void {
  const started = new Set<number>();
  let queue = Promise.resolve();
  let isClosed = false;

  const handle = async (message: ClientMessage): Promise<void> => {
    if (isClosed) return;
    if (message.type === 'close') {
      isClosed = true;
      await database.close();
      port.postMessage({ type: 'closed' });
      return;
    }
    if (message.type === 'ended') {
      if (started.delete(message.connection)) await reset(database);
      return;
    }
    const { connection, bytes } = message;
    if (bytes[0] === TERMINATE) return;
    const response = started.has(connection) ? await database.execProtocolRaw(bytes) : STARTUP_RESPONSE;
    started.add(connection);
    port.postMessage({ type: 'bytes', connection, bytes: response });
  };

  port.on('message', (message) => {
    queue = queue.then(() => handle(message));
  });
  port.postMessage({ type: 'ready' });
}

/** Loads a prepopulated database; undefined if the package is not installed, as in production. */
const loadPrepopulated = (): Promise<Blob | undefined> =>
  import('@electric-sql/pglite-prepopulatedfs').then(
    ({ dataDir }) => dataDir(),
    () => undefined,
  );

/** Creates the database from a prepared folder, which takes 1 s of CPU instead of 4 s for initdb. */
export async function createDatabase(folder: string): Promise<PGlite> {
  mkdirSync(folder, { recursive: true });
  const loadDataDir = await loadPrepopulated();
  return PGlite.create(folder, { extensions: EXTENSIONS, ...(loadDataDir && { loadDataDir }) });
}
