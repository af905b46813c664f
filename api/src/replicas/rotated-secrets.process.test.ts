import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Redis } from 'ioredis';
import pg from 'pg';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { findRedis } from '../../../scripts/test/redis-programs.mjs';
import { startRedis } from '../../../scripts/test/redis-server.mjs';
import { createFileLinks } from '../features/files/links.ts';
import type { FileLinks } from '../features/files/links.ts';
import { secrets } from '../platform/schema.ts';
import { publishLiveRelease } from '../testing/releases.ts';
import { buildApi, runSolvent, startProgram, startServer, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi, StartedServer } from '../testing/server-process.ts';
import { openTestDatabase } from '../testing/test-database.ts';

jest.setTimeout(300_000);
const data = temporaryFolder();
const closing: (() => Promise<unknown>)[] = [];

let built: BuiltApi;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
/** Settings of all servers: releases are in the data folder. */
let settings: Record<string, string>;

beforeAll(async () => {
  built = await buildApi();
  postgres = await startPostgres(await findPostgres());
  redis = await startRedis(await findRedis());
  await publishLiveRelease(`${data.path}/releases`);
  settings = { DATA_DIR: data.path, REDIS_URL: redis.url, SERVER_RENDERING: 'off', RATE_LIMIT_FACTOR: '1000' };
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await redis.stop();
  await postgres.stop();
  built.remove();
  data.remove();
});

async function administer(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** The URL of a database for a role. */
const as = (role: string, database: string) =>
  Object.assign(new URL(postgres.url), { username: role, password: `password-of-${role}`, pathname: `/${database}` }).href;

async function start(changes: Record<string, string>): Promise<StartedServer> {
  const server = await startServer(built, { ...settings, ...changes });
  closing.push(server.stop);
  return server;
}

/** Checks that a server can read, write a row, and use Redis. */
async function works({ url }: StartedServer): Promise<unknown> {
  const ready = await fetch(`${url}/api/health/ready`);
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'A question', message: 'Does it work with both secrets?' };
  const headers = { 'x-app-key': 'solvent-web', 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) });
  const { health, degraded } = (await ready.json()) as { health?: string; degraded?: string[] };
  return { health, degraded, status };
}
const WELL = { health: 'ready', degraded: undefined, status: 201 };

/** Output of a server that refuses to start. */
async function refusal(changes: Record<string, string>): Promise<string> {
  const { ended, output } = startProgram(built, 'main', { ...settings, SEED: 'none', START_WAIT_SECONDS: '0', ...changes });
  expect(await ended).toBe(1);
  return output();
}

describe('while a secret is rotated, the old and the new one both work:', () => {
  it('a second database role that owns nothing', async () => {
    await administer('CREATE ROLE solvent LOGIN', 'CREATE DATABASE rotated OWNER solvent');
    const before = await start({ DATABASE_URL: as('solvent', 'rotated') });
    await administer('CREATE ROLE solvent_2 LOGIN IN ROLE solvent', 'ALTER ROLE solvent_2 SET role = solvent');
    const after = await start({ DATABASE_URL: as('solvent_2', 'rotated') });
    expect(await Promise.all([before, after].map(works))).toEqual([WELL, WELL]);
    await before.stop();
    await administer('ALTER ROLE solvent NOLOGIN');
    expect(await works(after)).toEqual(WELL);
    expect(await refusal({ DATABASE_URL: as('solvent', 'rotated') })).toMatch(/DATABASE_URL cannot be used \(.*solvent.*log in/);
    const check = await runSolvent(built, { DATABASE_URL: as('solvent_2', 'rotated') }, ['migrate', '--check']);
    expect(check.code).toBe(0);
    // A migration of a later release changes older tables; its new tables have the same owner.
    const client = new pg.Client({ connectionString: as('solvent_2', 'rotated') });
    await client.connect();
    await client.query('ALTER TABLE users ADD COLUMN later text');
    await client.query('CREATE TABLE later (id int)');
    const { rows } = await client.query("SELECT tableowner AS owner FROM pg_tables WHERE tablename IN ('users', 'later')");
    await client.end();
    expect(rows).toEqual([{ owner: 'solvent' }, { owner: 'solvent' }]);
  });

  it('two passwords of Redis', async () => {
    await administer('CREATE DATABASE redis_rotated');
    const by = (password: string) => ({
      DATABASE_URL: as('postgres', 'redis_rotated'),
      REDIS_URL: redis.url.replace('//', `//:${password}@`),
    });
    const client = new Redis(redis.url);
    closing.push(async () => {
      await client.acl('SETUSER', 'default', 'nopass');
      client.disconnect();
    });
    await client.acl('SETUSER', 'default', '>old-password');
    const before = await start(by('old-password'));
    await client.acl('SETUSER', 'default', '>new-password');
    const after = await start(by('new-password'));
    expect(await Promise.all([before, after].map(works))).toEqual([WELL, WELL]);
    await client.acl('SETUSER', 'default', '<old-password');
    expect(await works(after)).toEqual(WELL);
    expect(await refusal(by('old-password'))).toMatch(/The Redis in REDIS_URL cannot be used \(WRONGPASS/);
  });

  it('two metrics tokens', async () => {
    await administer('CREATE DATABASE figures');
    const [old, fresh] = ['the-token-of-before', 'the-token-from-now-on'];
    const server = await start({ DATABASE_URL: as('postgres', 'figures'), METRICS_TOKEN: `${fresh},${old}` });
    const read = async (token: string) =>
      (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await read(old), await read(fresh), await read('another-token-at-all')]).toEqual([200, 200, 404]);
  });
});

it('a signing key that is removed from the database is created again, and old signatures become invalid', async () => {
  const { db, close } = await openTestDatabase();
  closing.push(close);
  const id = '01900000-0000-7000-8000-000000000000';
  const signedBy = (links: FileLinks) => Object.fromEntries(new URL(links.linkTo(id), 'http://localhost').searchParams);
  const before = await createFileLinks(db);
  const link = signedBy(before);
  expect(before.remainingMs(id, link)).toBeGreaterThan(0);
  await db.delete(secrets).where(eq(secrets.name, 'file-links'));
  const after = await createFileLinks(db);
  expect(after.remainingMs(id, link)).toBe(0);
  expect(after.remainingMs(id, signedBy(after))).toBeGreaterThan(0);
});
