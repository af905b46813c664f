import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { InjectOptions } from 'fastify';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Feature } from '../../feature.ts';
import { pauseSemaphore } from '../../testing/paused-semaphore.ts';
import { limitConcurrentRequests } from './request-concurrency.ts';
import type { ConcurrencyLimiters } from './limiters.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

/** What waits to be let on, in the order in which it began. */
let begun: { from: string; end: () => void }[] = [];

const slowly = ({ ip }: { ip: string }) =>
  new Promise((resolve) => {
    begun.push({ from: ip, end: () => resolve({}) });
  });

let test: TestApp;
let turns: ConcurrencyLimiters;
const slow: Feature = (app, deps) => {
  ({ limiters: turns } = deps);
  app.get('/slow', { config: { access: 'anyone' } }, slowly);
};

beforeAll(async () => {
  test = await createTestApp({ features: [slow] });
});
beforeEach(() => {
  begun = [];
});
afterAll(() => test.close());

const [OFFICE, STRANGER] = ['198.51.100.7', '203.0.113.9'];
const ask = (path: string) => test.request('GET', path, { remoteAddress: OFFICE });
const FOUR = {
  concurrency: 64,
  concurrencyPerKey: 4,
  maxWaiting: 100,
  maxWaitingPerKey: 100,
  rejectionMessage: 'No.',
  retryAfterSeconds: 1,
};

/** An application that does nothing but wait, and refuses what is asked of /refused. */
function bare(bounds: SemaphoreBounds = FOUR) {
  const [app, own] = [Fastify(), { requests: new FairSemaphore(bounds), sessionRequests: new FairSemaphore(bounds) }];
  limitConcurrentRequests(app, own);
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/refused') throw Object.assign(new Error('No.'), { statusCode: 401 });
  });
  app.get('/refused', slowly);
  app.get('/', slowly);
  app.post('/', slowly);
  const askFrom = async (remoteAddress: string, options: InjectOptions = {}) => {
    const { statusCode: status } = await app.inject({ url: '/', remoteAddress, ...options });
    return { status };
  };
  const askAs = (remoteAddress: string, token: string) =>
    askFrom(remoteAddress, { headers: { authorization: `Bearer ${token}` } });
  return { app, own, askFrom, askAs };
}
/** All that comes by itself has come: who has nothing to wait for has begun. */
const calm = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
};
/** Lets everything on until all is answered. */
async function letOn(answers: Promise<{ status: number }>[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const answer of answers) void answer.then(({ status }) => statuses.push(status));
  while (statuses.length < answers.length) {
    for (const { end } of begun) end();
    await calm();
  }
  return statuses;
}

describe('requests of one network', () => {
  it('that read are answered four at once, the others after them, and nobody else waits for them', async () => {
    const { askFrom } = bare();
    const answers = Array.from({ length: 10 }, () => askFrom(OFFICE));
    await calm();
    answers.push(askFrom(STRANGER));
    await calm();
    expect(begun.map(({ from }) => from)).toEqual([...Array.from({ length: 4 }, () => OFFICE), STRANGER]);
    expect(await letOn(answers)).toEqual(Array.from({ length: 11 }, () => 200));
  });

  it('are one network from a whole IPv6 /48', async () => {
    const { askFrom } = bare();
    const answers = Array.from({ length: 10 }, (_, index) => askFrom(`2001:db8:7:${index}::1`));
    await calm();
    expect(begun).toHaveLength(4);
    await letOn(answers);
  });

  it('that write wait until they may, and not for each other', async () => {
    const { askFrom } = bare();
    const answers = Array.from({ length: 10 }, () => askFrom(OFFICE, { method: 'POST' }));
    await calm();
    expect(begun).toHaveLength(10);
    await letOn(answers);
  });

  it('that wait for something else themselves keep others waiting for a moment only', async () => {
    const { askFrom } = bare({ ...FOUR, maxHoldMs: 20 });
    const answers = Array.from({ length: 10 }, () => askFrom(OFFICE));
    while (begun.length < 10) await calm();
    expect(await letOn(answers)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it('wait in the product, too', async () => {
    const turn = pauseSemaphore(turns.requests);
    const answer = ask('/api/slow');
    await turn.firstWaiter;
    expect(begun).toEqual([]);
    turn.resume();
    expect(await letOn([answer])).toEqual([200]);
  });

  it('that are refused wait for each other, too, and hold nobody up for good', async () => {
    const refused = Array.from({ length: 30 }, () => ask('/api/notifications'));
    const unknown = Array.from({ length: 30 }, () => ask('/api/nothing'));
    expect([...new Set(await letOn([...refused, ...unknown]))]).toEqual([401, 404]);
    expect(await letOn([ask('/api/slow')])).toEqual([200]);
  });

  it('that are refused hold nobody up at all: their turns end with their answers', async () => {
    const { askFrom } = bare();
    const answers = ['/refused', '/nothing'].flatMap((url) => Array.from({ length: 30 }, () => askFrom(OFFICE, { url })));
    expect([...new Set(await letOn(answers))]).toEqual([401, 404]);
  });

  it('that nobody waits for any more never begin', async () => {
    const { app, own } = bare();
    await app.listen({ port: 0, host: '127.0.0.1' });
    // A TCP server's address is an object.
    const { port } = app.server.address() as AddressInfo;
    const asked = Array.from({ length: 4 }, () => send({ port, agent: false }).end());
    while (begun.length < 4) await calm();
    const waiting = Array.from({ length: 4 }, () =>
      send({ port, agent: false })
        .on('error', () => undefined)
        .end(),
    );
    while (own.requests.counts.waiting < 4) await calm();
    for (const request of waiting) request.destroy();
    while (own.requests.counts.waiting > 0) await calm();
    const answers = asked.map((request) => once(request, 'response'));
    for (const { end } of begun) end();
    await Promise.all(answers);
    while (own.requests.counts.running > 0) await calm();
    expect(begun).toHaveLength(4);
    await app.close();
  });
});

describe('requests of one session', () => {
  it('wait for each other from however many networks they come, and take no places there', async () => {
    const { askAs } = bare();
    const answers = Array.from({ length: 10 }, (_, index) => askAs(`198.51.100.${index}`, 'ann'));
    await calm();
    expect(begun).toHaveLength(4);
    answers.push(...Array.from({ length: 10 }, () => askAs(OFFICE, 'ann')), askAs(OFFICE, 'bob'));
    await calm();
    expect(begun).toHaveLength(5);
    expect(await letOn(answers)).toEqual(Array.from({ length: 21 }, () => 200));
  });

  it('that are made up are those of a network all the same', async () => {
    const { askAs } = bare();
    const answers = Array.from({ length: 10 }, (_, index) => askAs(OFFICE, `nobody ${index}`));
    await calm();
    expect(begun).toHaveLength(4);
    await letOn(answers);
  });
});
