import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const MEGABYTE = 1024 * 1024;

let test: TestApp;
let sockets: Socket[] = [];
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => test.close());

/** Somebody's connection, and all that it was answered. */
async function open(): Promise<{ socket: Socket; heard: () => string }> {
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, heard: () => heard };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await pause(5);
};

/** The head of an upload by somebody who is not signed in: it is refused at once. */
const upload = (bytes: number) =>
  [
    'POST /api/file-upload HTTP/1.1',
    'host: localhost',
    `x-app-key: ${test.config.appKey}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n');

describe('what is sent after an answer', () => {
  it('is taken slowly, and then the connection serves what comes next', async () => {
    const { socket, heard } = await open();
    socket.write(upload(12 * MEGABYTE));
    await until(() => heard().includes('HTTP/1.1 401'));
    const begun = performance.now();
    socket.write(Buffer.alloc(12 * MEGABYTE));
    socket.write('GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await until(() => heard().includes('HTTP/1.1 200'));
    // Two megabytes each fifth of a second; unheld, it takes a few milliseconds.
    expect(performance.now() - begun).toBeGreaterThan(600);
  });

  it('ends the connection where more than fifty of a network wait for that', async () => {
    const all = await Promise.all(Array.from({ length: 55 }, open));
    for (const { socket } of all) socket.write(upload(MEGABYTE));
    const isOver = ({ socket, heard }: (typeof all)[number]) => socket.closed || heard().includes('HTTP/1.1 401');
    await until(() => all.every(isOver) && all.some(({ socket }) => socket.closed));
    expect(all.filter(({ socket }) => socket.closed)).toHaveLength(1);
  });
});
