import { ANSWERED_WITHIN, ENDED_WITHIN, openPlace, RECOVERED_WITHIN } from '../testing/outages.ts';
import type { Place } from '../testing/outages.ts';

const LETTER = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };
const READY = '/api/health/ready';

let place: Place;
beforeAll(async () => {
  place = await openPlace();
}, 120_000);
afterEach(() => place.redis.mend());
afterAll(() => place.close());

/** Counted in Redis, and stored. */
const write = () => place.ask('/api/contact', { method: 'POST', json: LETTER });

describe.each([
  ['falls silent', async () => place.redis.hang()],
  ['is gone', () => place.redis.cut()],
])('while Redis %s', (_how, breakLine) => {
  it('the server goes on, says that it is not ready, and is by itself afterwards', async () => {
    expect((await place.ask(READY)).status).toBe(200);
    await breakLine();
    const [written, ready, live] = await Promise.all([write(), place.ask(READY), place.ask('/api/health/live')]);
    expect([written.status, live.status]).toEqual([201, 200]);
    expect(written.took).toBeLessThan(ANSWERED_WITHIN);
    expect([ready.status, ready.body['message']]).toEqual([503, 'Redis does not answer.']);
    expect(ready.took).toBeLessThan(3000);
    await place.redis.mend();
    expect(await place.until(READY, 200)).toBeLessThan(RECOVERED_WITHIN);
  });
});

it('after a failover of Redis every connection is made anew', async () => {
  expect((await place.ask(READY)).status).toBe(200);
  place.redis.strand();
  const since = performance.now();
  expect((await write()).status).toBe(201);
  expect((await place.ask(READY)).status).toBe(503);
  await place.until(READY, 200);
  expect(performance.now() - since).toBeLessThan(RECOVERED_WITHIN);
});

it('a server whose Redis is silent ends all the same', async () => {
  place.redis.hang();
  const { took, code } = await place.end();
  expect(took).toBeLessThan(ENDED_WITHIN);
  expect(code).toBe(0);
});
