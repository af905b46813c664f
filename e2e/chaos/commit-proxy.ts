import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy in front of PostgreSQL that can drop the confirmation of a commit. */
export interface CommitProxy {
  url: string;
  /** Drops the confirmation of the next transaction with events. Resolves once it is stored. */
  dropNextCommit(): Promise<void>;
  close(): void;
}

const EVENTS = 'INSERT INTO outbox';
/** PostgreSQL's message CommandComplete of a commit: type, length and tag. */
const COMMITTED = 'C\0\0\0\x0bCOMMIT\0';

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const { port: databasePort, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let onDrop: (() => void) | undefined;
  const listener = createServer((client) => {
    const database = connect(Number(databasePort), hostname);
    let hasEvents = false;
    client.on('data', (chunk: Buffer) => {
      hasEvents ||= chunk.includes(EVENTS);
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      if (chunk.includes(COMMITTED, 0, 'latin1')) {
        const notify = hasEvents ? onDrop : undefined;
        hasEvents = false;
        if (notify !== undefined) {
          onDrop = undefined;
          notify();
          return;
        }
      }
      client.write(chunk);
    });
    for (const [side, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(side);
      side.setNoDelay(true);
      side.on('error', () => other.destroy());
      side.on('close', () => {
        sockets.delete(side);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = new URL(databaseUrl);
  // A TCP server's address is an object.
  address.port = String((listener.address() as AddressInfo).port);
  address.hostname = '127.0.0.1';
  return {
    url: address.href,
    dropNextCommit: () =>
      new Promise((resolve) => {
        onDrop = resolve;
      }),
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
