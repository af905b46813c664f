import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('solvent-redis-'));

describe('a Redis for tests', () => {
  it('runs on a port of its own and leaves nothing behind', async () => {
    const before = leftovers();
    const server = await startRedis(await findRedis());
    const home = leftovers().find((name) => !before.includes(name));
    const answered = await ask(server.url, 'PING');
    await server.stop();
    expect(answered).toBe('+PONG\r\n');
    expect(await ask(server.url, 'PING')).toBeUndefined();
    expect(home).toBeDefined();
    expect(existsSync(join(tmpdir(), home ?? ''))).toBe(false);
  }, 120_000);
});
