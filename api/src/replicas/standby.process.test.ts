import { sql } from 'drizzle-orm';
import { openDatabasePair } from '../testing/database-pair.ts';
import type { DatabasePair } from '../testing/database-pair.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { signedInUser } from '../testing/factories.ts';
import type { TestCaller } from '../testing/factories.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/database.ts';
import { createReadRouter } from '../platform/db/standby.ts';
import { createLogger } from '../platform/log.ts';
import { readConfig } from '../platform/config/config.ts';
import { checkReplica } from '../preflight/database.ts';

/** A server that reads lists from the standby. */
async function startServer(): Promise<{ database: Database; test: TestApp }> {
  const database = await pair.open();
  const { db, ping, standby } = database;
  return { database, test: await createTestApp({ ports: { db, ping, standby } }) };
}

let pair: DatabasePair;
let one: Awaited<ReturnType<typeof startServer>>;
let other: Awaited<ReturnType<typeof startServer>>;
let seeker: TestCaller;
beforeAll(async () => {
  pair = await openDatabasePair();
  [one, other] = [await startServer(), await startServer()];
  seeker = await signedInUser(one.database.db, 'seeker');
}, 300_000);
afterAll(async () => {
  for (const server of [one, other]) {
    await server.test.close();
    await server.database.close();
  }
  await pair.close();
});

/** Repeats a request until it matches. */
async function until(is: () => Promise<boolean> | boolean): Promise<void> {
  if (await is()) return;
  await new Promise((done) => setTimeout(done, 50));
  await until(is);
}
const isRead = (read: boolean) => until(() => [one, other].every(({ database }) => database.standby?.state().isUsed === read));

beforeEach(async () => {
  await pair.resume();
  await pair.waitUntilCaughtUp();
  await isRead(true);
});

const draft = (title: string) => ({
  title,
  body: 'It is written down in the log, word by word.',
  category: 'security',
  tags: ['React'],
  budget: 100,
});

async function titles({ test }: { test: TestApp }, as?: TestCaller, query = ''): Promise<string[]> {
  const { status, body } = await test.request('GET', `/api/problems${query}`, { as });
  expect(status).toBe(200);
  return (body['problems'] as { title: string }[]).map(({ title }) => title);
}

async function post(title: string): Promise<string> {
  const { status, body } = await one.test.request('POST', '/api/problems', { as: seeker, payload: draft(title) });
  expect([status, body]).toEqual([201, expect.anything()]);
  return (body['problem'] as { _id: string })._id;
}

describe('lists with a replica of the database (product 7.23)', () => {
  it('show people what they wrote, on every server, while the replica stands still; others see it when it goes on', async () => {
    await pair.pause();
    await post('Parser stumbles over commas');
    for (const server of [one, other]) {
      expect(await titles(server, seeker)).toContain('Parser stumbles over commas');
      expect(await titles(server, seeker, '?search=stumbles')).toEqual(['Parser stumbles over commas']);
      expect(await titles(server)).not.toContain('Parser stumbles over commas');
    }
    await pair.resume();
    for (const server of [one, other]) await until(async () => (await titles(server)).includes('Parser stumbles over commas'));
  });

  it('show what was saved and closed as it is to who did it', async () => {
    const id = await post('Cache forgets too early');
    await pair.waitUntilCaughtUp();
    await pair.pause();
    const visitor = await signedInUser(one.database.db, 'solver');
    expect((await other.test.request('PUT', `/api/problems/${id}/save`, { as: visitor })).status).toBe(200);
    const { body } = await one.test.request('GET', '/api/problems?search=forgets', { as: visitor });
    expect(body['problems']).toEqual([expect.objectContaining({ _id: id, savedByMe: true })]);
    expect((await one.test.request('DELETE', `/api/problems/${id}`, { as: seeker })).status).toBe(200);
    for (const server of [one, other]) expect(await titles(server, seeker, '?search=forgets')).toEqual([]);
    await pair.resume();
  });

  it('are answered by the database itself while the replica is gone, and by the replica once it is back', async () => {
    await post('Locks are never given back');
    await pair.stopStandby();
    // Whether the server has received it yet makes no difference.
    for (let round = 0; round < 20; round += 1) expect(await titles(one)).toContain('Locks are never given back');
    await isRead(false);
    expect(await titles(other)).toContain('Locks are never given back');
    await pair.startStandby();
    await isRead(true);
    expect(await titles(other)).toContain('Locks are never given back');
  });

  it('that take too long on the replica are not asked of the database, too; then the replica is left alone for a while', async () => {
    const { db, standby, close } = await pair.open();
    const lines: string[] = [];
    const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const reads = createReadRouter(db, standby, log, async () => false);
    await until(() => standby?.state().isUsed === true);
    const readAt: Db[] = [];
    const slowly = (on: Db) => {
      readAt.push(on);
      return on.execute(sql`SELECT pg_sleep(2)`);
    };
    // More than there are connections: some fail since they get none.
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => reads.read(undefined, slowly)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'rejected'));
    expect(readAt).not.toContain(db);
    const { rows } = await reads.read(undefined, (on) => on.execute(sql`SELECT pg_is_in_recovery() AS there`));
    expect(rows).toEqual([{ there: false }]);
    expect(lines.filter((line) => line.includes('is not used (3 reads in a row took too long)'))).toHaveLength(1);
    await close();
  });

  it('whose connection stood in the way of what the replica replays are asked there by others still', async () => {
    const { standby } = one.database;
    const ended = new Error('terminating connection due to conflict with recovery');
    standby?.reportFailure(Object.assign(ended, { code: '40001', severity: 'FATAL' }));
    expect(standby?.state().isUsed).toBe(true);
    standby?.reportFailure(Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' }));
    expect(standby?.state().isUsed).toBe(false);
  });

  it('are counted as asked of the replica', async () => {
    await until(async () => {
      await titles(one, undefined, '?search=commas');
      const { body } = await one.test.app.inject('/metrics');
      return /solvent_database_statement_seconds_count\{pool="replica",kind="\w+"\} [1-9]/.test(body);
    });
    const { body } = await one.test.app.inject('/metrics');
    expect(body).toMatch(/^solvent_database_connections_max\{pool="replica"\} 5$/m);
    // One of the five is for upkeep, which no request waits for.
    expect(body).toMatch(/^solvent_database_connections_max\{pool="primary"\} 4$/m);
  });

  it('leave messages and what belongs to one thing to the database itself', async () => {
    await pair.pause();
    const id = await post('Fonts come late');
    const { status } = await other.test.request('GET', `/api/problems/${id}`);
    expect(status).toBe(200);
    await pair.resume();
  });
});

describe('the look at a replica', () => {
  it('says how far it is behind', async () => {
    expect(await checkReplica(readConfig({ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl }))).toEqual({
      state: 'ok',
      sentence: expect.stringMatching(/^The replica in DATABASE_READ_URL follows, \d\.\d s behind/),
    });
  });

  it('says that a database that is written to is none', async () => {
    expect(await checkReplica(readConfig({ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.url }))).toEqual({
      state: 'warn',
      sentence: expect.stringContaining('names no replica'),
    });
  });

  it('says that it does not answer', async () => {
    const gone = Object.assign(new URL(pair.readUrl), { port: '1' }).href;
    expect(await checkReplica(readConfig({ DATABASE_URL: pair.url, DATABASE_READ_URL: gone }))).toEqual({
      state: 'warn',
      sentence: expect.stringContaining('does not answer'),
    });
  });
});
