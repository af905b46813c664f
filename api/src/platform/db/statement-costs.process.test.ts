import pg from 'pg';
import { findPostgres } from '../../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../../scripts/test/postgres-server.mjs';
import { resetStatementCosts, readStatementCosts } from './statement-costs.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres(await findPostgres(), { settings: ['shared_preload_libraries=pg_stat_statements', 'fsync=off'] });
  pool = new pg.Pool({ connectionString: server.url, max: 2 });
  // A closing connection may still receive the shutdown of the server.
  pool.on('error', () => undefined);
}, 300_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
});

describe('costs of statements', () => {
  it('require the extension, and report how to install it', async () => {
    await expect(readStatementCosts(pool, 'total', 5)).rejects.toThrow('CREATE EXTENSION pg_stat_statements');
  });

  it('are ordered by time, calls or rows, and can be reset', async () => {
    await pool.query('CREATE EXTENSION pg_stat_statements');
    await resetStatementCosts(pool);
    for (let round = 0; round < 7; round += 1) await pool.query('SELECT $1::int AS often', [round]);
    await pool.query('SELECT pg_sleep(0.2)   AS\n slow');
    await pool.query('SELECT generate_series(1, 500) AS many');
    const first = async (order: 'total' | 'calls' | 'rows') => (await readStatementCosts(pool, order, 1))[0];
    expect(await first('total')).toMatchObject({ statement: 'SELECT pg_sleep($1) AS slow', calls: 1 });
    expect(await first('calls')).toMatchObject({ statement: 'SELECT $1::int AS often', calls: 7, rows: 7 });
    expect(await first('rows')).toMatchObject({ rows: 500 });
    await resetStatementCosts(pool);
    expect((await readStatementCosts(pool, 'total', 50)).map(({ statement }) => statement)).not.toContain(
      'SELECT $1::int AS often',
    );
  });
});
