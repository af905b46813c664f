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

/** The folders of such servers, in memory and on disk. */
const leftovers = () =>
  ['/dev/shm', tmpdir()]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.includes('/solvent-postgres-'));

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
    expect(existsSync(home ?? '')).toBe(false);
  }, 60_000);
});
