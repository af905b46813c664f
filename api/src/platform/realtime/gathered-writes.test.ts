import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { recordEvents } from '../../testing/sockets.ts';
import { gatherWrites } from './socket-server.ts';

it('writes all events of one tick at once, in order', async () => {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  gatherWrites(io);
  let writes = 0;
  http.on('connection', (connection: Socket) => {
    // The stream's calls of the operating system.
    for (const name of ['_write', '_writev'] as const) {
      const write = connection[name]?.bind(connection) as (...written: unknown[]) => void;
      connection[name] = (...written: unknown[]) => {
        writes += 1;
        write(...written);
      };
    }
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const connected = once(io, 'connection');
  const page = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: ['websocket'] });
  await Promise.all([connected, new Promise((resolve) => void page.once('connect', () => resolve(undefined)))]);
  const events = recordEvents(page);
  writes = 0;
  const last = new Promise((resolve) => {
    page.once('third', resolve);
  });
  for (const event of ['first', 'second', 'third']) io.emit(event, event.repeat(100));
  await last;
  expect(events.map(([event]) => event)).toEqual(['first', 'second', 'third']);
  expect(writes).toBe(1);
  page.disconnect();
  await io.close();
});
