import { sql } from 'drizzle-orm';
import { plannedMigrations } from '../../testing/planned-migrations.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const applied = async () =>
  (await database.db.execute(sql`SELECT count(*)::int AS applied FROM drizzle.__drizzle_migrations`)).rows;

describe('migrate', () => {
  it('applies nothing twice, and gives its lock back', async () => {
    const before = await applied();
    await migrate(database.db.$client);
    expect(await applied()).toEqual(before);
    // The server's list names every database's locks, and other tests migrate theirs at the same time.
    const own = sql`(SELECT oid FROM pg_database WHERE datname = current_database())`;
    const held = sql`SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND database = ${own}`;
    expect((await database.db.execute(held)).rows).toEqual([{ held: 0 }]);
  });

  it('lets servers that start at once wait for each other', async () => {
    await database.db.execute(sql`DROP SCHEMA public CASCADE`);
    await database.db.execute(sql`CREATE SCHEMA public`);
    for (const schema of [sql`drizzle`, sql`pgboss`]) await database.db.execute(sql`DROP SCHEMA ${schema} CASCADE`);
    await Promise.all([1, 2, 3].map(() => migrate(database.db.$client)));
    expect((await database.db.execute(sql`SELECT count(*)::int AS people FROM users`)).rows).toEqual([{ people: 0 }]);
  });

  it('makes an index beside writers, and drops one', async () => {
    const pool = database.db.$client;
    const making = ['CREATE INDEX CONCURRENTLY "mail_to" ON "mail" USING btree ("to");'];
    const known = plannedMigrations(making);
    const planned = plannedMigrations(making, ['DROP INDEX CONCURRENTLY "mail_to";']);
    const isThere = async () => (await pool.query("SELECT to_regclass('mail_to') IS NOT NULL AS there")).rows[0]?.there;
    await migrate(pool, { folder: known.path });
    expect(await isThere()).toBe(true);
    await migrate(pool, { folder: planned.path });
    expect(await isThere()).toBe(false);
    known.remove();
    planned.remove();
  });
});
