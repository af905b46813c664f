import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { FromDatabase, Port, ToDatabase } from './messages.ts';
import { WireSession } from './wire-session.ts';

/** What an embedded database brings along beside what PostgreSQL itself can, as servers have it: migrations ask for it by name. */
export const EXTENSIONS = { pg_trgm };

/** What a connection may leave behind: an open transaction, settings, advisory locks. */
async function reset(database: PGlite): Promise<void> {
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}

/**
 * Serves an embedded database over a port to one connection at a time (the pool has one).
 * Everything runs in the order in which it came, so a connection's end is cleaned up before the next one's first word.
 */
export function serveDatabase(database: PGlite, port: Port<ToDatabase, FromDatabase>): void {
  const sessions = new Map<number, WireSession>();
  let queue = Promise.resolve();
  let closed = false;

  const sessionOf = (connection: number): WireSession => {
    const known = sessions.get(connection);
    if (known !== undefined) return known;
    const session = new WireSession((messages) => database.execProtocolRaw(messages));
    sessions.set(connection, session);
    return session;
  };

  const handle = async (message: ToDatabase): Promise<void> => {
    if (closed) return;
    if (message.type === 'close') {
      closed = true;
      await database.close();
      port.post({ type: 'closed' });
      return;
    }
    if (message.type === 'ended') {
      if (sessions.delete(message.connection)) await reset(database);
      return;
    }
    const bytes = await sessionOf(message.connection).receive(message.bytes);
    if (bytes !== undefined) port.post({ type: 'bytes', connection: message.connection, bytes });
  };

  port.listen((message) => {
    queue = queue.then(() => handle(message));
  });
  port.post({ type: 'ready' });
}
