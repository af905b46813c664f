import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './postgres-programs.mjs';
import { startPostgres } from './postgres-server.mjs';

/** Whether somebody listens at a database's address. */
function listens(url) {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => socket.destroy() && done(true));
    socket.once('error', () => done(false));
  });
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('solvent-postgres-'));

describe('a PostgreSQL for tests', () => {
  it('runs on a port of its own and leaves nothing behind', async () => {
    const before = leftovers();
    const server = await startPostgres(await findPostgres());
    const home = leftovers().find((name) => !before.includes(name));
    const ran = await listens(server.url);
    await server.stop();
    expect(ran).toBe(true);
    expect(await listens(server.url)).toBe(false);
    expect(home).toBeDefined();
    expect(existsSync(join(tmpdir(), home ?? ''))).toBe(false);
  }, 60_000);
});
