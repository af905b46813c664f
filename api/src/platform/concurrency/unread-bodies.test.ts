import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setUpTestApp } from '../../testing/test-app.ts';

const MEGABYTE = 1024 * 1024;

const test = setUpTestApp();
let sockets: Socket[] = [];
beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Opens a connection, and records its responses. */
async function open(): Promise<{ socket: Socket; received: () => string }> {
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: () => received };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await pause(5);
};

/** The head of an unauthenticated upload, which is rejected immediately. */
const upload = (bytes: number) =>
  [
    'POST /api/file-upload HTTP/1.1',
    'host: localhost',
    `x-app-key: ${test.config.appKey}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n');

describe('a body after an early response', () => {
  it('is read slowly, and then the connection serves the next request', async () => {
    const { socket, received } = await open();
    socket.write(upload(12 * MEGABYTE));
    await until(() => received().includes('HTTP/1.1 401'));
    const startedAt = performance.now();
    socket.write(Buffer.alloc(12 * MEGABYTE));
    socket.write('GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await until(() => received().includes('HTTP/1.1 200'));
    // Two megabytes per 200 ms; without a limit, it takes a few milliseconds.
    expect(performance.now() - startedAt).toBeGreaterThan(600);
  });

  it('is not limited if it is small', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, open));
    for (const { socket } of all) socket.write(upload(1024));
    await until(() => all.every(({ socket, received }) => socket.closed || received().includes('HTTP/1.1 401')));
    for (const { socket } of all) {
      socket.write(Buffer.alloc(1024));
      socket.write('GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    }
    await until(() => all.every(({ socket, received }) => socket.closed || received().includes('HTTP/1.1 200')));
    expect(all.filter(({ socket }) => socket.closed)).toEqual([]);
  });

  it('closes the connection if more than fifty of a network wait', async () => {
    const all = await Promise.all(Array.from({ length: 55 }, open));
    for (const { socket } of all) socket.write(upload(MEGABYTE));
    const isOver = ({ socket, received }: (typeof all)[number]) => socket.closed || received().includes('HTTP/1.1 401');
    await until(() => all.every(isOver) && all.some(({ socket }) => socket.closed));
    expect(all.filter(({ socket }) => socket.closed)).toHaveLength(1);
  });
});
