import { sql } from 'drizzle-orm';
import { findPgBouncer, startPgBouncer } from '../../../scripts/test/pgbouncer.mjs';
import { messages } from '../schema/index.ts';
import { connectToServer } from '../platform/db/connect.ts';
import { toDatabase } from '../platform/db/database.ts';
import { newId } from '../platform/db/new-id.ts';
import { createConversation } from '../testing/chat.ts';
import { signedInUser } from '../testing/factories.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';

const CONVERSATIONS = 8;
const EACH = 25;

let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let direct: Awaited<ReturnType<typeof openTestDatabase>>;
let servers: TestApp[];
let close: () => Promise<void>;
beforeAll(async () => {
  direct = await openTestDatabase();
  const { rows } = await direct.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const target = Object.assign(new URL(process.env['TEST_DATABASE_URL'] ?? ''), { pathname: `/${rows[0]?.name}` }).href;
  // So few that users share connections.
  pooler = await startPgBouncer(await findPgBouncer(), target, 3);
  const pooled = [1, 2].map(() => connectToServer({ url: pooler.url, size: 20, pooled: true }, () => undefined));
  servers = await Promise.all(
    pooled.map((connected) => {
      const { db, ping } = toDatabase(connected, async () => undefined);
      return createTestApp({ ports: { db, ping } });
    }),
  );
  close = async () => {
    for (const server of servers) await server.close();
    for (const { pool } of pooled) await pool.end();
  };
  // Where the system has no PgBouncer, it is fetched.
}, 300_000);
afterAll(async () => {
  await close();
  await pooler.stop();
  await direct.close();
});

describe('a burst of messages through a pooler by transactions', () => {
  it('stores each once, in one order, on two servers', async () => {
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new Error('There are two servers');
    const home = { ...one, db: direct.db };
    const people = await Promise.all(
      Array.from({ length: CONVERSATIONS }, async () =>
        createConversation(home, null, {
          seeker: await signedInUser(direct.db, 'seeker'),
          solver: await signedInUser(direct.db, 'solver'),
        }),
      ),
    );
    const sent = await Promise.all(
      people.flatMap(({ seeker, solver, id }) =>
        Array.from({ length: EACH }, async (_, number) => {
          const [server, as] = number % 2 === 0 ? [one, seeker] : [other, solver];
          const payload = { conversationId: id, clientId: newId(), content: `Number ${number}` };
          const send = async (): Promise<number> => {
            const { status } = await server.request('POST', '/api/chat/messages', { as, payload });
            // A busy server refuses; the client sends again.
            return status === 503 ? send() : status;
          };
          await send();
          return send();
        }),
      ),
    );
    expect(new Set(sent)).toEqual(new Set([200]));
    const stored = await direct.db
      .select({ id: messages.conversationId, places: sql<number[]>`array_agg(${messages.seq} ORDER BY ${messages.seq})` })
      .from(messages)
      .groupBy(messages.conversationId);
    const all = Array.from({ length: EACH }, (_, place) => place + 1);
    expect(stored.map(({ places }) => places)).toEqual(people.map(() => all));
  });
});
