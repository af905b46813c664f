import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import { createTestApp } from '../../testing/test-app.ts';

describe('stopping the server', () => {
  it('closes sockets in a way after which they connect again by themselves', async () => {
    const test = await createTestApp();
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    // A TCP server's address is an object.
    const { port } = test.app.server.address() as AddressInfo;
    const { token } = await test.signedIn('seeker');
    const socket = io(`http://127.0.0.1:${port}`, {
      path: SOCKET.path,
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
    });
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
    });
    const reason = new Promise((resolve) => {
      socket.once('disconnect', resolve);
    });
    await test.close();
    expect(await reason).toBe('transport close');
    expect(socket.active).toBe(true);
    socket.disconnect();
  });
});
