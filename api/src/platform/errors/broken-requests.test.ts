import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));

describe('an unparsable request', () => {
  it.each([
    [431, 'too_large', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    [431, 'too_large', `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`],
    [400, 'malformed', 'no HTTP at all\r\n\r\n'],
  ])('gets a response like any failure: %d %s', async (status, code, sent) => {
    // A TCP server's address is an object.
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk))).on('error', () => undefined);
    await once(socket, 'close');
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ status: false, code, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });
});
