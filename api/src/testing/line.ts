import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a server that breaks as networks do. */
export interface Line {
  /** Where to connect instead of to the server, on 127.0.0.1. */
  port: number;
  /** Ends every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Says nothing any more, to old connections nor to new ones, which it still takes. */
  hang(): void;
  /** Like {@link hang}, but what is asked still reaches the server: the answers alone are lost. */
  muffle(): void;
  /** The connections of now are dead without a word, and new ones work: a failover. */
  strand(): void;
  /** New connections work again; those that were dead stay so. */
  mend(): Promise<void>;
  /** How many connections are open. */
  count(): number;
  /** Ends every connection. */
  drop(): void;
  close(): Promise<void>;
}

/** One connection: what of it still gets through. */
interface Way {
  sockets: [client: Socket, server: Socket];
  asks: boolean;
  answers: boolean;
}

/** What the one side says the other hears, its end included, while `open` says so. */
function carry(from: Socket, to: Socket, open: () => boolean): void {
  from.on('data', (data) => open() && to.write(data));
  from.on('end', () => open() && to.end());
  from.on('error', () => open() && to.destroy());
  from.on('close', () => open() && to.destroy());
}

/** Opens a line to a port of this machine. */
export async function openLine(target: number): Promise<Line> {
  const ways = new Set<Way>();
  const now = { asks: true, answers: true };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const way: Way = { sockets: [client, onward], ...now };
    ways.add(way);
    carry(client, onward, () => way.asks);
    carry(onward, client, () => way.answers);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const { sockets } of ways) for (const socket of sockets) socket.destroy();
    ways.clear();
  };
  const deaden = (asks: boolean) => {
    for (const way of ways) Object.assign(way, { asks: asks && way.asks, answers: false });
  };
  const cut = async () => {
    if (!server.listening) return drop();
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    drop();
    await closed;
  };
  return {
    port,
    cut,
    hang: () => {
      Object.assign(now, { asks: false, answers: false });
      deaden(false);
    },
    muffle: () => {
      Object.assign(now, { asks: true, answers: false });
      deaden(true);
    },
    strand: () => deaden(false),
    mend: async () => {
      Object.assign(now, { asks: true, answers: true });
      if (!server.listening) await listen(port);
    },
    count: () => [...ways].filter(({ sockets: [client] }) => !client.destroyed).length,
    drop,
    close: cut,
  };
}
