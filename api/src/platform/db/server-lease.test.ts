import { sql } from 'drizzle-orm';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { readServerLease, acquireServerLease } from './server-lease.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.db.execute(sql`DELETE FROM server_lease`));
afterAll(() => database.close());

const acquire = () => acquireServerLease(database.db);
/** Ages the lease. */
const passTime = (seconds: number) =>
  database.db.execute(sql`UPDATE server_lease SET renewed_at = renewed_at - ${seconds} * interval '1 second'`);

it('goes to one of several servers that start at once; the others name it', async () => {
  const started = await Promise.allSettled([acquire(), acquire(), acquire()]);
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(acquire()).rejects.toThrow(
    new RegExp(`^Another server \\(process ${process.pid} on .+\\) uses this database.*set REDIS_URL for both`),
  );
});

it('is kept by renewals, and free after a release', async () => {
  const first = await acquire();
  await passTime(9);
  expect(await first.renew()).toBe(true);
  await passTime(9);
  await expect(acquire()).rejects.toThrow('Another server');
  await first.release();
  expect(await readServerLease(database.db.$client)).toBeUndefined();
  await acquire();
});

it('expires ten seconds after the last renewal; then its former holder can neither renew nor release it', async () => {
  const first = await acquire();
  await passTime(11);
  const second = await acquire();
  expect(await first.renew()).toBe(false);
  await first.release();
  expect(await second.renew()).toBe(true);
});
