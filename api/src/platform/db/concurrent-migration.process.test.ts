import pg from 'pg';
import { findPostgres } from '../../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../../scripts/test/postgres-server.mjs';
import { plannedMigrations } from '../../testing/planned-migrations.ts';
import { migrate } from './migrate.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let pool: pg.Pool;
let databases = 0;
beforeAll(async () => {
  server = await startPostgres(await findPostgres());
}, 300_000);
beforeEach(async () => {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const name = `people_${(databases += 1)}`;
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  pool = new pg.Pool({ connectionString: Object.assign(new URL(server.url), { pathname: `/${name}` }).href });
  // Queries report errors of their connection; a closing connection may still receive the shutdown of the server.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  await migrate(pool);
});
afterEach(() => pool.end());
afterAll(() => server.stop());

const QUICK_RETRIES = { lockTimeoutMs: 50, tries: 200, delayMs: 10 };
const ADD_EMAIL = `INSERT INTO mail (id, "to", subject, text, at) VALUES (gen_random_uuid(), $1, '', '', now())`;
const isValid = async (name: string) =>
  (await pool.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [name])).rows[0]?.indisvalid;

async function apply(folder: ReturnType<typeof plannedMigrations>, lockRetries = QUICK_RETRIES): Promise<void> {
  await migrate(pool, { folder: folder.path, lockRetries });
}

/** Resolves when a lock of this table is waited for. */
async function untilLockIsWaitedFor(table: string): Promise<void> {
  const waiting = 'SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)';
  while ((await pool.query(waiting, [table])).rows[0]?.count === 0);
}

describe('servers that start at the same time', () => {
  it('apply each migration once', async () => {
    for (const schema of ['public', 'drizzle', 'pgboss']) await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool.query('CREATE SCHEMA public');
    await Promise.all([1, 2, 3].map(() => migrate(pool)));
    expect((await pool.query('SELECT count(*)::int AS people FROM users')).rows).toEqual([{ people: 0 }]);
  });
});

describe('a migration of tables that are in use', () => {
  const column = ['ALTER TABLE mail ADD COLUMN read_at timestamp'];

  it('does not block other queries while it waits for a long transaction, and is applied after it', async () => {
    const planned = plannedMigrations(column);
    const reader = await pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM mail');
    const applying = apply(planned);
    await untilLockIsWaitedFor('mail');
    // It queues behind the ALTER, which waits for the long transaction.
    await pool.query(`SET statement_timeout = 3000`);
    await expect(pool.query(ADD_EMAIL, ['a@example.com'])).resolves.toBeDefined();
    await reader.query('COMMIT');
    reader.release();
    await applying;
    await expect(pool.query('SELECT read_at FROM mail')).resolves.toHaveProperty('rowCount', 1);
    planned.remove();
  });

  it('is rolled back in a deadlock, instead of the other transaction', async () => {
    // It locks the first table half a second before the other.
    const planned = plannedMigrations([
      ...column,
      'SELECT pg_sleep(0.5)',
      'ALTER TABLE contact_messages ADD COLUMN read_at timestamp',
    ]);
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query('SELECT FROM contact_messages');
    const applying = migrate(pool, { folder: planned.path });
    const altered = `SELECT count(*)::int AS count FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation = to_regclass('mail')`;
    while ((await pool.query(altered)).rows[0]?.count === 0);
    await expect(writer.query(ADD_EMAIL, ['a@example.com'])).resolves.toBeDefined();
    await writer.query('COMMIT');
    writer.release();
    await applying;
    await expect(pool.query('SELECT read_at FROM contact_messages')).resolves.toBeDefined();
    planned.remove();
  });

  it('reports what to do if the transaction does not end, and changes nothing', async () => {
    const planned = plannedMigrations(column);
    const reader = await pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM mail');
    await expect(apply(planned, { ...QUICK_RETRIES, tries: 3 })).rejects.toThrow(
      /waited 3 times for the locks of others.*pg_stat_activity/,
    );
    await reader.query('COMMIT');
    reader.release();
    await apply(planned);
    planned.remove();
  });
});

describe('an index of a large table', () => {
  const INDEX = ['CREATE INDEX CONCURRENTLY "mail_to" ON "mail" ("to")'];

  it('is created during other writes', async () => {
    const planned = plannedMigrations(INDEX);
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query(ADD_EMAIL, ['a@example.com']);
    const applying = apply(planned);
    const building = 'SELECT count(*)::int AS count FROM pg_stat_progress_create_index';
    while ((await pool.query(building)).rows[0]?.count === 0);
    await expect(pool.query(ADD_EMAIL, ['b@example.com'])).resolves.toBeDefined();
    await writer.query('COMMIT');
    writer.release();
    await applying;
    expect(await isValid('mail_to')).toBe(true);
    planned.remove();
  });

  it('is created by one of several servers that start at the same time', async () => {
    const planned = plannedMigrations(INDEX);
    await Promise.all([1, 2, 3].map(() => apply(planned)));
    expect(await isValid('mail_to')).toBe(true);
    planned.remove();
  });

  it('is created again after an interruption left it invalid', async () => {
    const planned = plannedMigrations([
      'CREATE INDEX CONCURRENTLY "mail_subject" ON "mail" ("subject")',
      '-- By hand: once each.\nCREATE UNIQUE INDEX CONCURRENTLY "mail_to" ON "mail" ("to")',
    ]);
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query(ADD_EMAIL, ['a@example.com']);
    const applying = apply(planned).catch((error: unknown) => String(error));
    // In this phase, the index exists and is invalid.
    const builder = `SELECT pid FROM pg_stat_progress_create_index WHERE phase = 'waiting for writers before build'`;
    let pid: unknown;
    while (pid === undefined) pid = (await pool.query(builder)).rows[0]?.pid;
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await applying).toMatch(/terminat/);
    await writer.query('COMMIT');
    writer.release();
    expect(await isValid('mail_subject')).toBe(false);
    await apply(planned);
    expect(await Promise.all(['mail_subject', 'mail_to'].map(isValid))).toEqual([true, true]);
    planned.remove();
  });

  it('is not combined with other statements', async () => {
    const planned = plannedMigrations([...INDEX, 'ALTER TABLE mail ADD COLUMN read_at timestamp']);
    await expect(apply(planned)).rejects.toThrow('A migration with CONCURRENTLY must not have other statements');
    expect(await isValid('mail_to')).toBeUndefined();
    planned.remove();
  });
});
