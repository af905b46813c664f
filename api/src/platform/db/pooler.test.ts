import { sql } from 'drizzle-orm';
import { findPgBouncer, startPgBouncer } from '../../../../scripts/test/pgbouncer.mjs';
import { openTestDatabase } from '../../testing/test-database.ts';
import { DatabaseCounter, DatabaseLimiter } from '../limits/database-limiter.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { runPrepared, statementName } from './prepared.ts';

/** So few that all clients share them. */
const CONNECTIONS = 2;

let direct: Database;
let directUrl: string;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
beforeAll(async () => {
  direct = await openTestDatabase();
  const given = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const { rows } = await direct.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  directUrl = Object.assign(given, { pathname: `/${rows[0]?.name}` }).href;
  pooler = await startPgBouncer(await findPgBouncer(), directUrl, CONNECTIONS);
  // The first start may download PgBouncer.
}, 300_000);
afterAll(async () => {
  await pooler.stop();
  await direct.close();
});

const open = (settings: { databaseUrl: string; databaseDirectUrl: string; databasePooled: boolean }) =>
  openDatabase(
    { ...settings, databaseReadUrl: undefined, databasePoolSize: 20, dataDir: '' },
    { onIdleError: () => undefined, onFatal: () => undefined },
  );

describe('a pooler in transaction mode', () => {
  it('is reported if it is not configured, with the settings to change', async () => {
    await expect(open({ databaseUrl: pooler.url, databaseDirectUrl: pooler.url, databasePooled: false })).rejects.toThrow(
      'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction',
    );
    await expect(open({ databaseUrl: directUrl, databaseDirectUrl: pooler.url, databasePooled: false })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to a pooler: name PostgreSQL itself there',
    );
  });

  it('runs prepared statements and transactions of more clients than it has connections', async () => {
    const { db, withMaintenanceDb, close } = await open({
      databaseUrl: pooler.url,
      databaseDirectUrl: directUrl,
      databasePooled: true,
    });
    const prepared = db
      .select({ one: sql<number>`1` })
      .from(sql`(SELECT) AS one_row`)
      .prepare(statementName(db, 'one'));
    const limiter = new DatabaseLimiter(new DatabaseCounter(db, 4000), { keyPrefix: 'pooled', points: 200, duration: 60 });
    const results = Array.from({ length: 200 }, async (_, number) => {
      const [row] = await runPrepared<{ sum: number }>(db, { name: `sum-${number % 3}`, text: 'SELECT $1::int + 1 AS sum' }, [
        number,
      ]);
      const inTransaction = await db.transaction(
        async (tx) => (await tx.execute<{ sum: number }>(sql`SELECT ${number}::int + 2 AS sum`)).rows[0],
      );
      await limiter.consume('client');
      return [row?.sum, inTransaction?.sum, (await prepared.execute())[0]?.one];
    });
    expect(await Promise.all(results)).toEqual(Array.from({ length: 200 }, (_, number) => [number + 1, number + 2, 1]));
    await expect(limiter.consume('client')).rejects.toMatchObject({ remainingPoints: 0 });
    await limiter.delete('client');
    const names = await db.execute(sql`SELECT name FROM pg_prepared_statements`);
    expect(names.rows).toEqual([]);
    // Maintenance bypasses the pooler.
    const session = await withMaintenanceDb(async (own) => (await own.execute(sql`SHOW statement_timeout`)).rows);
    expect(session).toEqual([{ statement_timeout: '0' }]);
    await close();
  });
});

describe('a server without a pooler', () => {
  it('does not use JIT compilation for requests', async () => {
    const { db, close } = await open({ databaseUrl: directUrl, databaseDirectUrl: directUrl, databasePooled: false });
    expect((await db.execute(sql`SHOW jit`)).rows).toEqual([{ jit: 'off' }]);
    await close();
  });
});
