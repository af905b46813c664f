import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ClientMessage, DatabaseMessage, TypedPort } from './messages.ts';
import { WireSession } from './wire-session.ts';

export const EXTENSIONS = { pg_trgm };

async function reset(database: PGlite): Promise<void> {
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}

/** Handles messages in order, so that a closed connection is reset before the next one starts. */
export function serveDatabase(database: PGlite, port: TypedPort<ClientMessage, DatabaseMessage>): void {
  const sessions = new Map<number, WireSession>();
  let queue = Promise.resolve();
  let isClosed = false;

  const getSession = (connection: number): WireSession => {
    const known = sessions.get(connection);
    if (known !== undefined) return known;
    const session = new WireSession((messages) => database.execProtocolRaw(messages));
    sessions.set(connection, session);
    return session;
  };

  const handle = async (message: ClientMessage): Promise<void> => {
    if (isClosed) return;
    if (message.type === 'close') {
      isClosed = true;
      await database.close();
      port.post({ type: 'closed' });
      return;
    }
    if (message.type === 'ended') {
      if (sessions.delete(message.connection)) await reset(database);
      return;
    }
    const bytes = await getSession(message.connection).receive(message.bytes);
    if (bytes !== undefined) port.post({ type: 'bytes', connection: message.connection, bytes });
  };

  port.onMessage((message) => {
    queue = queue.then(() => handle(message));
  });
  port.post({ type: 'ready' });
}
