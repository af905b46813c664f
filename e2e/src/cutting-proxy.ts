import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to the server that can be broken, as networks are. */
export interface CuttingProxy {
  origin: string;
  /** Of each connection no more than so many bytes go on to the server; the rest waits. */
  holdAfter: (bytes: number) => void;
  /** Ends every connection, and takes none. */
  cut: () => void;
  /** All goes through again. */
  mend: () => void;
  close: () => void;
}

/** Opens a port that leads to the server byte by byte. What is cut on it was really on its way. */
export async function openCuttingProxy(server: string): Promise<CuttingProxy> {
  const { port, hostname } = new URL(server);
  const sockets = new Set<Socket>();
  let [limit, isCut] = [Infinity, false];

  function lead(client: Socket): void {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    let passed = 0;
    client.on('data', (chunk) => {
      passed += chunk.length;
      upstream.write(chunk);
      if (passed > limit) client.pause();
    });
    upstream.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  const proxy = createServer(lead);
  await new Promise<void>((resolve) => {
    proxy.listen(0, 'localhost', resolve);
  });
  // A port of its own has an address.
  const { port: own } = proxy.address() as AddressInfo;
  const endAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://localhost:${own}`,
    holdAfter: (bytes) => void (limit = bytes),
    cut() {
      isCut = true;
      endAll();
    },
    mend: () => ([limit, isCut] = [Infinity, false]),
    close() {
      endAll();
      proxy.close();
    },
  };
}
