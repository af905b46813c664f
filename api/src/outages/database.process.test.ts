import { eq, sql } from 'drizzle-orm';
import { contactMessages, problems } from '../schema/index.ts';
import { openOutageFixture, POOL_SIZE } from '../testing/outage-fixture.ts';
import type { OutageFixture } from '../testing/outage-fixture.ts';
import { goodProblem } from '../testing/problems.ts';

const TRY_AGAIN = {
  status: false,
  code: 'unavailable',
  message: 'The service is not available just now. Please try again in a moment.',
  reference: expect.any(String),
};
const LOOK_FIRST = {
  status: false,
  code: 'unavailable',
  message: 'The service stopped answering while it did this, and it may be done. Please look before you try again.',
  reference: expect.any(String),
};
const LETTER = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };

let place: OutageFixture;
beforeAll(async () => {
  place = await openOutageFixture();
}, 300_000);
afterEach(() => place.database.mend());
afterAll(() => place.close());

const LIST = '/api/notifications';
const PROBLEMS = '/api/problems';
/** More than the pool has connections. */
const many = (count = 30) => Promise.all(Array.from({ length: count }, () => place.request(LIST, { as: place.caller })));

it('a server opens no more connections than DATABASE_POOL_SIZE says', async () => {
  const since = performance.now();
  // The server's own queries begin after two seconds.
  do await many(POOL_SIZE * 4);
  while (performance.now() - since < 3000);
  expect(place.database.count()).toBeLessThanOrEqual(POOL_SIZE);
});

describe.each([
  ['falls silent', async () => place.database.hang()],
  ['is gone', () => place.database.cut()],
])('while the database %s', (_how, breakLine) => {
  it('every caller is answered while it lasts, what needs none goes on, and all is well by itself afterwards', async () => {
    expect((await many()).map(({ status }) => status)).not.toContain(503);
    await breakLine();
    const responses = many();
    expect((await place.request('/api/health/live')).status).toBe(200);
    // Readiness is measured once a second.
    await place.waitForStatus('/api/health/ready', 503);
    const answers = [...(await responses), ...(await many())];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { body, headers } of answers) {
      expect(body).toEqual(TRY_AGAIN);
      expect(headers.get('retry-after')).toBe('5');
    }
    await place.database.mend();
    await place.waitForStatus(LIST, 200);
    await place.waitForStatus('/api/health/ready', 200);
    expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('after a failover', () => {
  it('no request is stuck for long on a connection of before, and transactions of before hold nobody up', async () => {
    const posted = await place.request(PROBLEMS, { method: 'POST', as: place.caller, json: goodProblem });
    expect(posted.status).toBe(201);
    const { _id: id } = posted.body['problem'] as { _id: string };
    await many();
    place.database.strand();
    await many();
    await place.waitForStatus(LIST, 200);
    const after = await many();
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    const comment = { method: 'POST' as const, as: place.caller, json: { content: 'Which version is it?' } };
    expect((await place.request(`/api/problems/${id}/comments`, comment)).status).toBe(201);
  });
});

/** Keeps a transaction's locks this long: an idle transaction is ended after five seconds. */
const HOLD_ON = sql`SET LOCAL idle_in_transaction_session_timeout = 0`;

describe('a statement that waits too long for others', () => {
  it('is given up while the connection lives, and nothing of it is done', async () => {
    const posted = await place.request(PROBLEMS, { method: 'POST', as: place.caller, json: goodProblem });
    const { _id: id } = posted.body['problem'] as { _id: string };
    const comment = { method: 'POST' as const, as: place.caller, json: { content: 'Which version is it?' } };
    await place.directDb.transaction(async (tx) => {
      await tx.execute(HOLD_ON);
      await tx.select().from(problems).where(eq(problems.id, id)).for('update');
      const { status, body } = await place.request(`/api/problems/${id}/comments`, comment);
      expect([status, body]).toEqual([503, TRY_AGAIN]);
    });
    expect((await place.request(`/api/problems/${id}/comments`)).body['comments']).toEqual([]);
  });
});

describe('a connection that breaks in the middle of a transaction', () => {
  it('costs that request, and not the process', async () => {
    const posted = await place.request(PROBLEMS, { method: 'POST', as: place.caller, json: goodProblem });
    const { _id: id } = posted.body['problem'] as { _id: string };
    const comment = { method: 'POST' as const, as: place.caller, json: { content: 'Which version is it?' } };
    const answer = await place.directDb.transaction(async (tx) => {
      await tx.execute(HOLD_ON);
      await tx.select().from(problems).where(eq(problems.id, id)).for('update');
      const responses = place.request(`/api/problems/${id}/comments`, comment);
      const waits = sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      while ((await place.directDb.execute(waits)).rows.length === 0);
      place.database.drop();
      return responses;
    });
    expect(answer.status).toBe(503);
    expect((await place.request('/api/health/live')).status).toBe(200);
    await place.waitForStatus(LIST, 200);
  });
});

describe('a change whose answer is lost', () => {
  const stored = async () => (await place.directDb.select().from(contactMessages)).length;

  it('is told neither as done nor as not done', async () => {
    await many();
    const before = await stored();
    place.database.muffle();
    const { status, body } = await place.request('/api/contact', { method: 'POST', json: LETTER });
    expect([status, body]).toEqual([503, LOOK_FIRST]);
    expect(await stored()).toBe(before + 1);
  });

  it('may simply be sent again where it has a key', async () => {
    await many();
    const request = { method: 'POST' as const, as: place.caller, json: goodProblem, headers: { 'idempotency-key': 'once' } };
    place.database.hang();
    const { status, body } = await place.request(PROBLEMS, request);
    expect([status, body]).toEqual([503, TRY_AGAIN]);
    await place.database.mend();
    await place.waitForStatus(LIST, 200);
    const again = [await place.request(PROBLEMS, request), await place.request(PROBLEMS, request)];
    expect(new Set(again.map((answer) => (answer.body['problem'] as { _id: string })._id)).size).toBe(1);
  });
});

describe('the end of a server whose database is silent', () => {
  it('comes all the same, and who asked before is told', async () => {
    await many();
    place.database.hang();
    const responses = many();
    await place.waitForStatus('/api/health/ready', 503);
    const code = await place.stop();
    expect(code).toBe(0);
    expect(new Set((await responses).map(({ status }) => status))).toEqual(new Set([503]));
  });
});
