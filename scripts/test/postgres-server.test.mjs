import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { query } from '../cluster/postgres.mjs';
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

describe('a PostgreSQL for tests', () => {
  it('runs on a port of its own and leaves nothing behind', async () => {
    const server = await startPostgres(await findPostgres());
    // Its own word: others start such servers beside this one.
    const [{ data_directory: data }] = await query(server.url, 'SHOW data_directory');
    const home = dirname(data);
    const ran = [existsSync(home), await listens(server.url)];
    await server.stop();
    expect(ran).toEqual([true, true]);
    expect([existsSync(home), await listens(server.url)]).toEqual([false, false]);
  }, 300_000);
});
