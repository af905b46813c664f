import { openPlace } from '../testing/outages.ts';
import type { Place } from '../testing/outages.ts';

const LETTER = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };
const READY = '/api/health/ready';

let place: Place;
beforeAll(async () => {
  place = await openPlace();
}, 300_000);
afterEach(() => place.redis.mend());
afterAll(() => place.close());

/** Counted in Redis, and stored. */
const write = () => place.ask('/api/contact', { method: 'POST', json: LETTER });

/** Waits until the server says that it goes on without this one thing, or with everything: it looks at most once a second. */
async function untilDegraded(without: string | undefined): Promise<void> {
  while (String((await place.ask(READY)).body['degraded']) !== String(without));
}
const untilWell = () => untilDegraded(undefined);

describe.each([
  ['falls silent', async () => place.redis.hang()],
  ['is gone', () => place.redis.cut()],
])('while Redis %s', (_how, breakLine) => {
  it('the server goes on, says what it goes on without, and is well by itself afterwards', async () => {
    await untilWell();
    await breakLine();
    const [written, ready, live] = await Promise.all([write(), place.ask(READY), place.ask('/api/health/live')]);
    expect([written.status, ready.status, live.status]).toEqual([201, 200, 200]);
    await untilDegraded('redis');
    await place.redis.mend();
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
  const code = await place.end();
  expect(code).toBe(0);
});
