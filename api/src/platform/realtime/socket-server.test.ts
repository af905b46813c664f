import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Notification } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import { signIn } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Realtime } from './realtime.ts';
import { recordEvents, received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
let sockets: TestSockets;
let realtime: Realtime;

beforeAll(async () => {
  test = await createTestApp({ features: [(_app, deps) => void ({ realtime } = deps)] });
  sockets = await openTestSockets(test);
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

const notification: Notification = {
  _id: '1',
  type: 'new_bid',
  title: 'New bid',
  message: 'Somebody bids',
  read: false,
  createdAt: '2026-11-21T00:00:00.000Z',
  actor: null,
  data: {},
};

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

/** The first line of what the server says to these lines before it hangs up. */
async function statusLine(head: string[]): Promise<string | undefined> {
  const { hostname, port } = new URL(sockets.address);
  const connection = connect(Number(port), hostname);
  connection.write([...head, '', ''].join('\r\n'));
  return (await text(connection)).split('\r\n', 1)[0];
}

describe('the handshake (product 11.13)', () => {
  it.each([
    ['no token', {}],
    ['a made-up token', { token: 'made-up' }],
    ['a token that is no text', { token: { $ne: null } }],
  ])('refuses %s', async (_what, auth) => {
    const socket = sockets.connect(auth);
    expect((await received<Error>(socket, 'connect_error')).message).toBe('unauthenticated');
    expect(socket.connected).toBe(false);
  });

  it('refuses polling: it is websocket only', async () => {
    const answer = await fetch(`${sockets.address}${SOCKET.path}/?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses a request that names two hosts', async () => {
    const head = [`GET ${SOCKET.path}/?EIO=4&transport=websocket HTTP/1.1`, 'Host: a.example', 'Host: b.example', ...UPGRADE];
    expect(await statusLine(head)).toBe('HTTP/1.1 400 Bad Request');
  });
});

it.each(['/', '/socket.iox/', '/api/problems', '//socket.io/'])('answers 404 to an upgrade at %s, and hangs up', async (path) => {
  expect(await statusLine([`GET ${path} HTTP/1.1`, 'Host: a.example', ...UPGRADE])).toBe('HTTP/1.1 404 Not Found');
});

it('refuses a request with two hosts, also where they are the same', async () => {
  const head = ['GET /api/health/live HTTP/1.1', 'Host: a.example'];
  expect(await statusLine([...head, 'hOsT: b.example', 'connection: close'])).toBe('HTTP/1.1 400 Bad Request');
  expect(await statusLine([...head, 'Host: a.example', 'connection: close'])).toBe('HTTP/1.1 400 Bad Request');
  expect(await statusLine([...head, 'connection: close'])).toBe('HTTP/1.1 200 OK');
});

it('toUser reaches every tab of one person and nobody else', async () => {
  const caller = await test.signedIn('seeker');
  const tabs = [await sockets.connectAs(caller), await sockets.connectAs(await signIn(test.db, caller.user))];
  const stranger = await sockets.connectAs(await test.signedIn('seeker'));
  const strangers = recordEvents(stranger);
  const both = Promise.all(tabs.map((tab) => received(tab, 'notification')));
  realtime.toUser(caller.user.id, 'notification', notification);
  expect(await both).toEqual([notification, notification]);
  expect(strangers).toEqual([]);
});

describe('the end of a session', () => {
  it('signs its sockets out, and leaves the others (product 11.13)', async () => {
    const there = await test.signedIn('seeker');
    const other = await sockets.connectAs(there);
    const here = await signIn(test.db, there.user);
    const mine = await sockets.connectAs(here);
    const over = [received(mine, 'session_revoked'), received(mine, 'disconnect')];
    await test.request('POST', '/api/auth/logout', { as: here });
    await Promise.all(over);
    expect(other.connected).toBe(true);
  });

  it('signs out a socket of another device', async () => {
    const here = await test.signedIn('seeker');
    const socket = await sockets.connectAs(await signIn(test.db, here.user));
    const revoked = received(socket, 'session_revoked');
    await test.request('DELETE', '/api/auth/sessions', { as: here });
    await revoked;
    expect((await received<Error>(sockets.connect({ token: here.token }), 'connect_error')).message).toBe('unauthenticated');
  });

  // Fails with Socket.IO's connection-state recovery, which sends what was missed before anybody is let in (decision 0043).
  it('keeps from its sockets what is said afterwards, however they come back', async () => {
    const here = await test.signedIn('seeker');
    const there = await signIn(test.db, here.user);
    const [socket, other] = [await sockets.connectAs(here), await sockets.connectAs(there)];
    const both = [socket, other].map((tab) => received(tab, 'notification'));
    realtime.toUser(here.user.id, 'notification', notification);
    await Promise.all(both);
    const isGone = received(socket, 'disconnect');
    socket.io.engine.close();
    await isGone;
    await test.request('POST', '/api/auth/logout', { as: here });
    const told = received(other, 'notification');
    realtime.toUser(here.user.id, 'notification', { ...notification, message: 'A secret' });
    await told;
    const refused = received<Error>(socket, 'connect_error');
    const said: string[] = [];
    socket.connect();
    socket.io.engine.on('data', (data) => said.push(String(data)));
    expect((await refused).message).toBe('unauthenticated');
    expect(said.join('')).not.toContain('A secret');
  });
});

it('a server that stops closes sockets in a way after which they connect again by themselves', async () => {
  const stopping = await createTestApp();
  const socket = await (await openTestSockets(stopping)).connectAs(await stopping.signedIn('seeker'));
  const reason = received(socket, 'disconnect');
  await stopping.close();
  expect([await reason, socket.active]).toEqual(['transport close', true]);
  socket.disconnect();
});
