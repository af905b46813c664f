import { openOutageFixture } from '../testing/outage-fixture.ts';
import type { OutageFixture } from '../testing/outage-fixture.ts';

const LETTER = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };
const READY = '/api/health/ready';

let place: OutageFixture;
beforeAll(async () => {
  place = await openOutageFixture();
}, 300_000);
afterEach(() => place.redis.restore());
afterAll(() => place.close());

/** Counted in Redis, and stored. */
const write = () => place.request('/api/contact', { method: 'POST', json: LETTER });

/** Waits until the server reports that it runs without this one service, or with all: it checks at most once a second. */
async function untilDegraded(without: string | undefined): Promise<void> {
  while (String((await place.request(READY)).body['degraded']) !== String(without));
}
const untilWell = () => untilDegraded(undefined);

describe.each([
  ['falls silent', async () => place.redis.hang()],
  ['is gone', () => place.redis.cut()],
])('while Redis %s', (_how, breakLine) => {
  it('the server goes on, says what it goes on without, and is well by itself afterwards', async () => {
    await untilWell();
    await breakLine();
    const [written, ready, live] = await Promise.all([write(), place.request(READY), place.request('/api/health/live')]);
    expect([written.status, ready.status, live.status]).toEqual([201, 200, 200]);
    await untilDegraded('redis');
    await place.redis.restore();
    await untilWell();
  });
});

it('after a failover of Redis every connection is made anew', async () => {
  await untilWell();
  place.redis.strand();
  expect((await write()).status).toBe(201);
  await untilWell();
  expect((await write()).status).toBe(201);
});

it('a server whose Redis is silent ends all the same', async () => {
  place.redis.hang();
  const code = await place.stop();
  expect(code).toBe(0);
});
