import { sql } from 'drizzle-orm';
import pg from 'pg';
import { findPostgres } from '../../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../../scripts/test/postgres-server.mjs';
import { pairInConversation } from '../../testing/pair.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let test: TestApp;
let holder: pg.Client;
beforeAll(async () => {
  server = await startPostgres(await findPostgres());
  test = await createTestApp({ server: server.url });
  const { rows } = await test.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  holder = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: `/${rows[0]?.name}` }).href });
  await holder.connect();
}, 300_000);
afterAll(async () => {
  await holder.end();
  await test.close();
  await server.stop();
});

/** Resolves when a transaction waits for a lock. Not queried by the holder, whose transaction has a snapshot of the activity. */
async function untilLockIsWaitedFor(): Promise<void> {
  const { rows } = await test.db.execute(sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  if (rows.length === 0) await untilLockIsWaitedFor();
}

const FIRST = '00000000-0000-7000-8000-000000000001';
const LAST = '00000000-0000-7000-8000-000000000002';

it('locks rows in the order of their ids (docs/architecture.md, order of locks)', async () => {
  const { seeker, conversationId } = await pairInConversation(test.db);
  await test.db.execute(sql`ALTER TABLE messages DISABLE TRIGGER messages_search_terms`);
  for (const [seq, id] of [LAST, FIRST].entries())
    await test.db.execute(sql`
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
      VALUES (${id}, ${conversationId}, ${seq + 1}, ${seeker.user.id}, gen_random_uuid(), 'C++', now())`);
  await test.db.execute(sql`ALTER TABLE messages ENABLE TRIGGER messages_search_terms`);
  await test.db.execute(sql`INSERT INTO pgboss.job (name, data) VALUES ('search-terms', '{"table":"messages"}')`);

  await holder.query('BEGIN');
  await holder.query('SELECT FROM messages WHERE id = $1 FOR UPDATE', [FIRST]);
  const indexing = test.runJobs();
  await untilLockIsWaitedFor();
  await holder.query('SELECT FROM messages WHERE id = $1 FOR UPDATE NOWAIT', [LAST]);
  await holder.query('COMMIT');
  await indexing;
  const { rows } = await test.db.execute(sql`SELECT FROM messages WHERE search @@ 'cplusplus'`);
  expect(rows).toHaveLength(2);
});
