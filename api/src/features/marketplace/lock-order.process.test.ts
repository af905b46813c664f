import { sql } from 'drizzle-orm';
import pg from 'pg';
import { findPostgres } from '../../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../../scripts/test/postgres-server.mjs';
import { problemWithBids, put, stored } from '../../testing/bids.ts';
import { deleteAccountOf, open, send } from '../../testing/chat.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestAnswer, TestApp } from '../../testing/test-app.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let test: TestApp;
/** Holds accepts in the middle of their transaction, with the problem locked. */
let holder: pg.Client;
beforeAll(async () => {
  server = await startPostgres(await findPostgres());
  test = await createTestApp({ server: server.url });
  const { rows } = await test.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  holder = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: `/${rows[0]?.name}` }).href });
  await holder.connect();
  await test.db.execute(
    sql.raw(`CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
      CREATE TRIGGER waiting BEFORE INSERT ON agreements FOR EACH ROW EXECUTE FUNCTION wait_here()`),
  );
}, 300_000);
afterAll(async () => {
  await holder.end();
  await test.close();
  await server.stop();
});

/** Settles once so many transactions of this database wait for locks. */
async function whenWaiting(count: number): Promise<void> {
  const { rows } = await holder.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  if (rows[0].count < count) await whenWaiting(count);
}

interface HeldAccept {
  accepting: Promise<TestAnswer>;
  release: () => Promise<unknown>;
}

async function holdAccept(poster: Parameters<typeof put>[1], bidId: string): Promise<HeldAccept> {
  await holder.query('SELECT pg_advisory_lock(1)');
  const accepting = put(test, poster, bidId, 'accept');
  await whenWaiting(1);
  return { accepting, release: () => holder.query('SELECT pg_advisory_unlock(1)') };
}

async function bidOn() {
  const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
  const [solver] = solvers;
  if (solver === undefined) throw new Error('No solver has bid');
  const talk = () => open(test, solver, { userId: poster.user.id, problemId: problem.id });
  return { poster, problem, solver, bidId: bids[0]?._id ?? '', talk };
}

const idOf = ({ body }: TestAnswer) => (body['conversation'] as { _id: string })._id;

describe('while a bid is accepted (docs/architecture.md, order of locks)', () => {
  it('the first message of a conversation about its problem is stored at once', async () => {
    const { poster, problem, solver, bidId, talk } = await bidOn();
    const conversationId = idOf(await talk());
    const { accepting, release } = await holdAccept(poster, bidId);
    const sent = await send(test, solver, { conversationId });
    await release();
    expect([sent.status, (await accepting).status]).toEqual([201, 200]);
    expect((await stored(test, problem.id)).problem?.status).toBe('in-progress');
  });

  it('a conversation about its problem is opened at once, and is the one that the accept opens', async () => {
    const { poster, bidId, talk } = await bidOn();
    const { accepting, release } = await holdAccept(poster, bidId);
    const opened = await talk();
    await release();
    expect([opened.status, (await accepting).status]).toEqual([201, 200]);
    expect(idOf(await talk())).toBe(idOf(opened));
  });

  it.each(['poster', 'solver'] as const)('the account of the %s is deleted after it, not across it', async (side) => {
    const its = await bidOn();
    await its.talk();
    const { accepting, release } = await holdAccept(its.poster, its.bidId);
    const deleting = deleteAccountOf(test, its[side]);
    await whenWaiting(2);
    await release();
    expect((await accepting).status).toBe(200);
    await deleting;
    const { problem, bids } = await stored(test, its.problem.id);
    expect([problem?.status, bids[0]?.status]).toEqual([side === 'poster' ? 'closed' : 'open', 'withdrawn']);
  });
});
