import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { findRedis } from './redis-programs.mjs';
import { startRedis } from './redis-server.mjs';

/** What a server answers to a line; undefined where nobody listens. */
function ask(url, line) {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => socket.write(`${line}\r\n`));
    socket.once('data', (data) => socket.destroy() && done(String(data)));
    socket.once('error', () => done(undefined));
  });
}

describe('a Redis for tests', () => {
  it('runs on a port of its own and leaves nothing behind', async () => {
    const server = await startRedis(await findRedis());
    // Its own word: others start such servers beside this one.
    const [home = ''] = (await ask(server.url, 'CONFIG GET dir')).split('\r\n').slice(-2);
    const ran = existsSync(home);
    const answered = await ask(server.url, 'PING');
    await server.stop();
    expect(answered).toBe('+PONG\r\n');
    expect(await ask(server.url, 'PING')).toBeUndefined();
    expect([ran, existsSync(home)]).toEqual([true, false]);
  }, 300_000);
});
