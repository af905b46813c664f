import { sql } from 'drizzle-orm';
import { readProduct } from '../config/product.ts';
import { recordNewerMigration, plannedMigrations } from '../../testing/planned-migrations.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { checkNewerSchema, readSchemaState } from './schema-state.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const applied = async () =>
  (await database.db.execute(sql`SELECT count(*)::int AS applied FROM drizzle.__drizzle_migrations`)).rows;

describe('migrate', () => {
  it('applies each migration once, and releases its lock', async () => {
    const before = await applied();
    await migrate(database.db.$client);
    expect(await applied()).toEqual(before);
    // pg_locks lists the locks of all databases, and other tests migrate theirs at the same time.
    const own = sql`(SELECT oid FROM pg_database WHERE datname = current_database())`;
    const held = sql`SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND database = ${own}`;
    expect((await database.db.execute(held)).rows).toEqual([{ held: 0 }]);
  });

  it('creates and drops an index concurrently', async () => {
    const pool = database.db.$client;
    const creating = ['CREATE INDEX CONCURRENTLY "mail_to" ON "mail" USING btree ("to");'];
    const known = plannedMigrations(creating);
    const planned = plannedMigrations(creating, ['DROP INDEX CONCURRENTLY "mail_to";']);
    const indexExists = async () => (await pool.query("SELECT to_regclass('mail_to') IS NOT NULL AS exists")).rows[0]?.exists;
    await migrate(pool, { folder: known.path });
    expect(await indexExists()).toBe(true);
    await migrate(pool, { folder: planned.path });
    expect(await indexExists()).toBe(false);
    known.remove();
    planned.remove();
  });
});

describe('a migration', () => {
  beforeEach(() => database.db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE name ~ 'planned|newer'`));
  const column = ['ALTER TABLE mail ADD COLUMN read_at timestamp'];

  it('is recorded with its release, and the release before runs on it with a warning', async () => {
    const pool = database.db.$client;
    const planned = plannedMigrations(column);
    await migrate(pool, { folder: planned.path });
    const { pending, newer } = await readSchemaState(pool);
    planned.remove();
    const { version } = readProduct();
    expect(pending).toEqual([]);
    expect(newer).toEqual([{ name: expect.stringMatching(/_planned$/), release: version, previousRelease: expect.any(String) }]);
    expect(await migrate(pool)).toMatch(/^The database has the schema of release .*_planned\), which is newer .* runs on it/);
  });

  it('of a release after the next one is rejected without changing anything', async () => {
    const pool = database.db.$client;
    const before = await applied();
    await recordNewerMigration(pool, { release: '99.2.0', previousRelease: '99.1.0' });
    await expect(migrate(pool)).rejects.toThrow(
      /release 99\.2\.0 \(.*0099_newer\), two releases or more .* start release 99\.1\.0/,
    );
    await database.db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE name = '0099_newer'`);
    expect(await applied()).toEqual(before);
  });

  it('is rejected on a database of which it knows no migration', async () => {
    const pool = database.db.$client;
    const negateTimes = () => pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = -created_at');
    await negateTimes();
    await expect(migrate(pool)).rejects.toThrow('created by a release before 2026-11');
    await negateTimes();
  });

  it('that a release before 1.1 applied has no record of its release', async () => {
    const pool = database.db.$client;
    const columns = ['name', 'release', 'previous_release'].map((name) => `DROP COLUMN ${name}`);
    await pool.query(`ALTER TABLE drizzle.__drizzle_migrations ${columns.join(', ')}`);
    expect((await readSchemaState(pool)).pending).toEqual([]);
    const before = await applied();
    await migrate(pool);
    expect(await applied()).toEqual(before);
    expect((await pool.query('SELECT name, release, previous_release FROM drizzle.__drizzle_migrations')).rows[0]).toEqual({
      name: null,
      release: null,
      previous_release: null,
    });
  });
});

it.each([
  ['1.1.0', '1.2.0', '1.1.0', false],
  ['1.1.1', '1.2.0', '1.1.0', false],
  ['1.0.0', '1.2.0', '1.1.0', true],
  ['1.9.0', '1.11.0', '1.10.0', true],
])(
  'release %s on the schema of %s, whose previous release is %s: incompatible is %s',
  (own, release, previousRelease, isIncompatible) => {
    expect(checkNewerSchema([{ name: '0099_newer', release, previousRelease }], own)?.isIncompatible).toBe(isIncompatible);
  },
);
