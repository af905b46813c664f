import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import Fastify from 'fastify';
import type { InjectOptions } from 'fastify';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from '../../app.ts';
import { handleError } from '../errors/error-handler.ts';
import { pauseSemaphore } from '../../testing/paused-semaphore.ts';
import { limitConcurrentRequests } from './request-concurrency.ts';
import type { ConcurrencyLimiters } from './limiters.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

/** Handlers that wait for the test, in order. */
let started: { from: string; end: () => void }[] = [];

const waitForTest = ({ ip }: { ip: string }) =>
  new Promise((resolve) => {
    started.push({ from: ip, end: () => resolve({}) });
  });

let limiters: ConcurrencyLimiters;
const slow: Feature<Deps> = (app, deps) => {
  ({ limiters } = deps);
  app.get('/slow', { config: { access: 'anyone' } }, waitForTest);
  app.get('/quick', { config: { access: 'anyone' } }, async () => ({}));
};

const test = setUpTestApp({ features: [slow] });
beforeEach(() => {
  started = [];
});

const [OFFICE, OTHER_NETWORK] = ['198.51.100.7', '203.0.113.9'];
const get = (path: string) => test.request('GET', path, { remoteAddress: OFFICE });
const FOUR_PER_NETWORK: SemaphoreBounds = {
  running: [64, 4],
  waiting: [100, 100],
  rejectionMessage: 'No.',
  retryAfterSeconds: 1,
};

/** An application with slow routes, which rejects requests for /rejected. */
function createBareApp(bounds: SemaphoreBounds = FOUR_PER_NETWORK) {
  const [app, limits] = [Fastify(), { requests: new FairSemaphore(bounds), sessionRequests: new FairSemaphore(bounds) }];
  limitConcurrentRequests(app, limits);
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/rejected') throw Object.assign(new Error('No.'), { statusCode: 401 });
  });
  app.get('/rejected', waitForTest);
  app.get('/', waitForTest);
  app.post('/', waitForTest);
  app.post('/upload', { schema: { consumes: ['multipart/form-data'] } }, waitForTest);
  app.post('/sign-in', { config: { signsIn: 'password' } }, waitForTest);
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  const requestFrom = async (remoteAddress: string, options: InjectOptions = {}) => {
    const { statusCode: status } = await app.inject({ url: '/', remoteAddress, ...options });
    return { status };
  };
  const requestAs = (remoteAddress: string, token: string) =>
    requestFrom(remoteAddress, { headers: { authorization: `Bearer ${token}` } });
  return { app, limits, requestFrom, requestAs };
}

const UPLOAD_HEADERS = { 'content-type': 'multipart/form-data; boundary=x' };

/** Runs all pending tasks. */
const flushRequests = async () => {
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => void setImmediate(resolve));
};

/** Ends all handlers until every response has arrived. */
async function completeAll(responses: Promise<{ status: number }>[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const response of responses) void response.then(({ status }) => statuses.push(status));
  while (statuses.length < responses.length) {
    for (const { end } of started) end();
    await flushRequests();
  }
  return statuses;
}

describe('requests of one network', () => {
  it('that read run four at once, and do not delay another network', async () => {
    const { requestFrom } = createBareApp();
    const responses = Array.from({ length: 10 }, () => requestFrom(OFFICE));
    await flushRequests();
    responses.push(requestFrom(OTHER_NETWORK));
    await flushRequests();
    expect(started.map(({ from }) => from)).toEqual([...Array.from({ length: 4 }, () => OFFICE), OTHER_NETWORK]);
    expect(await completeAll(responses)).toEqual(Array.from({ length: 11 }, () => 200));
  });

  it('count as one network within an IPv6 /48', async () => {
    const { requestFrom } = createBareApp();
    const responses = Array.from({ length: 10 }, (_, index) => requestFrom(`2001:db8:7:${index}::1`));
    await flushRequests();
    expect(started).toHaveLength(4);
    await completeAll(responses);
  });

  it.each<[string, Record<string, string>]>([
    ['', {}],
    [' with the content type of an upload', UPLOAD_HEADERS],
  ])('that write%s run four at once, too', async (_what, headers) => {
    const { requestFrom } = createBareApp();
    const responses = Array.from({ length: 10 }, () => requestFrom(OFFICE, { method: 'POST', headers }));
    await flushRequests();
    expect(started).toHaveLength(4);
    expect(await completeAll(responses)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it.each(['/sign-in', '/upload'])(
    'that have an own queue or take minutes hold no slot once they are admitted: %s',
    async (url) => {
      const { requestFrom, limits } = createBareApp();
      const headers: Record<string, string> = url === '/upload' ? UPLOAD_HEADERS : {};
      const responses = Array.from({ length: 10 }, () => requestFrom(OFFICE, { method: 'POST', url, headers }));
      await flushRequests();
      expect([started.length, limits.requests.counts.running]).toEqual([10, 0]);
      expect(await completeAll(responses)).toEqual(Array.from({ length: 10 }, () => 200));
    },
  );

  it('hold no slot while their body arrives', async () => {
    const { app, limits, requestFrom } = createBareApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    // A TCP server's address is an object.
    const { port } = app.server.address() as AddressInfo;
    const received: unknown[] = [];
    app.server.on('request', (request) => received.push(request));
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const open = Array.from({ length: 10 }, () =>
      send({ port, method: 'POST', headers, agent: false }).on('error', () => undefined),
    );
    for (const request of open) request.write('{');
    while (received.length < 10) await flushRequests();
    while (limits.requests.counts.running > 0) await flushRequests();
    expect(await completeAll([requestFrom('127.0.0.1')])).toEqual([200]);
    const responses = open.map((request) => once(request.end('}'), 'response'));
    while (started.length < 5) await flushRequests();
    expect(limits.requests.counts).toMatchObject({ running: 4, waiting: 6 });
    const ending = Promise.all(responses).then(() => ({ status: 200 }));
    await completeAll([ending]);
    await app.close();
  });

  it('that hang hold their slots, and do not delay another network', async () => {
    const { requestFrom, limits } = createBareApp();
    const hanging = Array.from({ length: 10 }, () => requestFrom(OFFICE));
    while (started.length < 4) await flushRequests();
    await pause(200);
    expect([started.length, limits.requests.counts.waiting]).toEqual([4, 6]);
    const others = Array.from({ length: 4 }, () => requestFrom(OTHER_NETWORK));
    await flushRequests();
    expect(started.map(({ from }) => from).slice(4)).toEqual(Array.from({ length: 4 }, () => OTHER_NETWORK));
    await completeAll([...hanging, ...others]);
  });

  it('that are streamed release their slots with the first byte', async () => {
    const { app, limits, requestFrom } = createBareApp();
    const content = new PassThrough();
    app.get('/stream', (_request, reply) => reply.send(content));
    const response = requestFrom(OFFICE, { url: '/stream' });
    content.write('first');
    await flushRequests();
    expect(limits.requests.counts.running).toBe(0);
    content.end();
    expect((await response).status).toBe(200);
  });

  it('beyond the queue are rejected with the time to wait', async () => {
    const { app, requestFrom } = createBareApp({ ...FOUR_PER_NETWORK, waiting: [100, 6] });
    app.setErrorHandler(handleError);
    const responses = Array.from({ length: 10 }, () => requestFrom(OFFICE));
    await flushRequests();
    const { statusCode, headers } = await app.inject({ url: '/', remoteAddress: OFFICE });
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    await completeAll(responses);
  });

  it('of sixty people who each open a page of ten requests all succeed in the product', async () => {
    const responses = Array.from({ length: 600 }, () => get('/api/quick'));
    expect([...new Set(await completeAll(responses))]).toEqual([200]);
  });

  it('are limited in the product', async () => {
    const semaphore = pauseSemaphore(limiters.requests);
    const response = get('/api/slow');
    await semaphore.firstWaiter;
    expect(started).toEqual([]);
    semaphore.resume();
    expect(await completeAll([response])).toEqual([200]);
  });

  it('that are rejected release their slots in the product', async () => {
    const rejected = Array.from({ length: 30 }, () => get('/api/notifications'));
    const unknown = Array.from({ length: 30 }, () => get('/api/nothing'));
    expect([...new Set(await completeAll([...rejected, ...unknown]))]).toEqual([401, 404]);
    expect(await completeAll([get('/api/slow')])).toEqual([200]);
  });

  it('that are rejected release their slots with their responses', async () => {
    const { requestFrom } = createBareApp();
    const responses = ['/rejected', '/nothing'].flatMap((url) => Array.from({ length: 30 }, () => requestFrom(OFFICE, { url })));
    expect([...new Set(await completeAll(responses))]).toEqual([401, 404]);
  });

  it('that are aborted while they wait never start', async () => {
    const { app, limits } = createBareApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    // A TCP server's address is an object.
    const { port } = app.server.address() as AddressInfo;
    const sent = Array.from({ length: 4 }, () => send({ port, agent: false }).end());
    while (started.length < 4) await flushRequests();
    const waiting = Array.from({ length: 4 }, () =>
      send({ port, agent: false })
        .on('error', () => undefined)
        .end(),
    );
    while (limits.requests.counts.waiting < 4) await flushRequests();
    for (const request of waiting) request.destroy();
    while (limits.requests.counts.waiting > 0) await flushRequests();
    const responses = sent.map((request) => once(request, 'response'));
    for (const { end } of started) end();
    await Promise.all(responses);
    while (limits.requests.counts.running > 0) await flushRequests();
    expect(started).toHaveLength(4);
    await app.close();
  });
});

describe('requests of one session', () => {
  it('wait for each other across networks, without a slot of their network', async () => {
    const { requestAs } = createBareApp();
    const responses = Array.from({ length: 10 }, (_, index) => requestAs(`198.51.100.${index}`, 'ann'));
    await flushRequests();
    expect(started).toHaveLength(4);
    responses.push(...Array.from({ length: 10 }, () => requestAs(OFFICE, 'ann')), requestAs(OFFICE, 'bob'));
    await flushRequests();
    expect(started).toHaveLength(5);
    expect(await completeAll(responses)).toEqual(Array.from({ length: 21 }, () => 200));
  });

  it('with forged tokens are limited by network', async () => {
    const { requestAs } = createBareApp();
    const responses = Array.from({ length: 10 }, (_, index) => requestAs(OFFICE, `forged ${index}`));
    await flushRequests();
    expect(started).toHaveLength(4);
    await completeAll(responses);
  });
});

describe('an overloaded server', () => {
  it('rejects requests of the API until the overload ends, and stays observable', async () => {
    const { memoryUsage } = process;
    const usage = jest.spyOn(process, 'memoryUsage').mockReturnValue({ ...memoryUsage(), heapUsed: Number.MAX_SAFE_INTEGER });
    const until = async (status: number) => {
      let response = await get('/api/quick');
      while (response.status !== status) {
        await pause(100);
        response = await get('/api/quick');
      }
      return response;
    };
    const { body, headers } = await until(503);
    expect(body).toMatchObject({
      status: false,
      code: 'unavailable',
      message: 'The server is busy. Please try again in a few seconds.',
    });
    expect(headers['retry-after']).toBe('3');
    for (const url of ['/api/health/live', '/metrics', '/api/openapi.json'])
      expect((await test.app.inject({ url })).statusCode).toBe(200);
    expect((await test.app.inject({ url: '/api/health/ready' })).json()).not.toMatchObject({ message: body['message'] });
    usage.mockRestore();
    await until(200);
  });
});
