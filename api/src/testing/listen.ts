import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export const getPort = (server: Server): number => (server.address() as AddressInfo).port;

/** Listens on a free port of the loopback interface. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return getPort(server);
}
