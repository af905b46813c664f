import { sql } from 'drizzle-orm';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { readServerLease, takeServerLease } from './server-lease.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.db.execute(sql`DELETE FROM server_lease`));
afterAll(() => database.close());

const take = () => takeServerLease(database.db);
/** Lets so many seconds pass without a renewal. */
const passTime = (seconds: number) =>
  database.db.execute(sql`UPDATE server_lease SET renewed_at = renewed_at - ${seconds} * interval '1 second'`);

it('of servers that start at once one has it, and the others are told which', async () => {
  const started = await Promise.allSettled([take(), take(), take()]);
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(take()).rejects.toThrow(
    new RegExp(`^Another server \\(process ${process.pid} on .+\\) uses this database.*set REDIS_URL for both`),
  );
});

it('is had again after each renewal, and given back at the end', async () => {
  const first = await take();
  await passTime(9);
  expect(await first.renew()).toBe(true);
  await passTime(9);
  await expect(take()).rejects.toThrow('Another server');
  await first.release();
  expect(await readServerLease(database.db.$client)).toBeUndefined();
  await take();
});

it('runs out ten seconds after the last renewal; who had it finds that another server has it, and gives nothing back', async () => {
  const first = await take();
  await passTime(11);
  const second = await take();
  expect(await first.renew()).toBe(false);
  await first.release();
  expect(await second.renew()).toBe(true);
});
