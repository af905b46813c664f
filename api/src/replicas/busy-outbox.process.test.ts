import { sql } from 'drizzle-orm';
import { testOutbox } from '../testing/test-outbox.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import { outbox } from '../platform/schema.ts';
import { defineTopic } from '../platform/outbox/topic.ts';

const topic = defineTopic<{ number: number }>('busy');

let observer: Database;
/** A server that has one connection for all requests, and one for upkeep. */
let server: Database;

beforeAll(async () => {
  observer = await openTestDatabase();
  const databaseUrl = observer.db.$client.options.connectionString;
  const events = { onIdleError: () => undefined, onFatal: () => undefined };
  const settings = { databaseUrl, databaseDirectUrl: undefined, databaseReadUrl: undefined, databasePooled: false };
  server = await openDatabase({ ...settings, databasePoolSize: 2, dataDir: '' }, events, async () => undefined);
});
afterAll(async () => {
  await server.close();
  await observer.close();
});

describe('an outbox whose server’s connections are all busy', () => {
  it('forgets what it has delivered all the same, so that no other server delivers it again', async () => {
    const { outbox: box } = testOutbox(server.db, { upkeep: server.backgroundDb });
    const delivered: number[] = [];
    box.subscribe(topic, { read: async (_db, key) => key, deliver: ({ number }) => void delivered.push(number) });
    await box.transact(async (_tx, events) => events.add(topic, { number: 1 }, { number: 1 }));
    const busy = await server.db.$client.connect();
    try {
      expect(delivered).toEqual([1]);
      await waitUntil(async () => (await observer.db.select().from(outbox)).length === 0);
    } finally {
      busy.release();
    }
    await box.close();
  });

  it('does not read through all that came and went before to forget one, though the planner takes the table for small', async () => {
    await observer.db.execute(sql`
      INSERT INTO outbox (id, topic, payload, due_at) SELECT gen_random_uuid(), 'nobody', '{}', now() FROM generate_series(1, 500)`);
    await observer.db.delete(outbox);
    await observer.db.execute(sql`ANALYZE outbox`);
    const upkeep = server.backgroundDb ?? server.db;
    const readThrough = async () => {
      // Pending work of these connections must not count as work between two polls.
      for (const db of [upkeep, observer.db]) await db.execute(sql`SELECT pg_stat_force_next_flush()`);
      const { rows } = await observer.db.execute(sql`SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'outbox'`);
      return rows;
    };
    const before = await readThrough();
    const { outbox: box } = testOutbox(server.db, { upkeep });
    box.subscribe(topic, { read: async (_db, key) => key, deliver: () => undefined });
    await box.transact(async (_tx, events) => events.add(topic, { number: 2 }, { number: 2 }));
    await box.close();
    expect(await readThrough()).toEqual(before);
    expect(await observer.db.select().from(outbox)).toEqual([]);
  });
});
