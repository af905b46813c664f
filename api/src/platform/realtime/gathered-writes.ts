import type { Io, ServerSocket } from './admission.ts';

/** Internal API of Engine.IO: `flush` writes queued packets one by one. */
interface Connection extends Pick<ServerSocket['conn'], 'request'> {
  flush(): void;
}

/** Writes all packets of one tick at once: a message is three events, and writes are the largest cost per event. */
export function gatherWrites({ engine }: Pick<Io, 'engine'>): void {
  const pending = new Map<Connection, () => void>();
  const writeAll = () => {
    const writes = [...pending];
    pending.clear();
    for (const [{ request }, write] of writes) {
      request.socket.cork();
      write();
      request.socket.uncork();
    }
  };
  engine.on('connection', (connection: Connection) => {
    const write = connection.flush.bind(connection);
    connection.flush = () => {
      if (pending.size === 0) setImmediate(writeAll);
      pending.set(connection, write);
    };
  });
}
