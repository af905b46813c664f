import type { Io, ServerSocket } from './admission.ts';

/** What Engine.IO keeps to itself: it writes at once what waits, packet by packet. */
interface Connection extends Pick<ServerSocket['conn'], 'request'> {
  flush(): void;
}

/**
 * Lets what is said to a page in one turn of the event loop go out as one write: a message is three events for whom it is to, and a
 * write is the dearest of what a server does for each of them.
 */
export function gatherWrites({ engine }: Pick<Io, 'engine'>): void {
  const due = new Map<Connection, () => void>();
  const writeAll = () => {
    const all = [...due];
    due.clear();
    for (const [{ request }, write] of all) {
      request.socket.cork();
      write();
      request.socket.uncork();
    }
  };
  engine.on('connection', (connection: Connection) => {
    const write = connection.flush.bind(connection);
    connection.flush = () => {
      if (due.size === 0) setImmediate(writeAll);
      due.set(connection, write);
    };
  });
}
