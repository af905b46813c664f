import { json } from '@solvent/contracts/schemas';
import { Writable } from 'node:stream';
import * as yup from 'yup';
import { createTestApp, setUpTestApp } from './testing/test-app.ts';
import { AppError } from './platform/errors/app-error.ts';
import type { Feature } from './platform/http/app.ts';
import type { Deps } from './app.ts';
import { createLogger } from './platform/log.ts';

const lines: string[] = [];
const logger = createLogger(
  { logLevel: 'info' },
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  }),
);

const probe: Feature<Deps> = (app) => {
  const anyone = { access: 'anyone' } as const;
  app.get('/probe/broken', { config: anyone }, () => {
    throw new Error('the secret plan');
  });
  app.get('/probe/database', { config: anyone }, () => {
    throw new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  });
  app.get('/probe/refused', { config: anyone }, () => {
    throw new AppError('conflict', 'Not now.');
  });
  app.get(
    '/probe/list',
    {
      config: anyone,
      schema: { querystring: yup.object({ page: yup.number().min(1, 'Pages count from 1').default(1), search: yup.string() }) },
    },
    ({ query }) => ({ query }),
  );
  app.get('/probe/lean', { config: anyone, schema: { response: { 200: json.object({ name: json.text }) } } }, () => ({
    name: 'Ada',
    email: 'ada@example.com',
  }));
  app.post(
    '/probe/text',
    {
      config: { ...anyone, limit: 'none' },
      schema: { body: yup.object({ text: yup.string().max(5, 'Too long'), tags: yup.array(yup.string().required()).max(5) }) },
    },
    ({ body }) => ({ body }),
  );
  app.get('/probe/limited', { config: { ...anyone, limit: 'contact' } }, () => ({}));
};

const test = setUpTestApp({ features: [probe], logger, config: { rateLimitFactor: 1 } });

describe('the access header (product 11.4)', () => {
  it('rejects an unknown client', async () => {
    const answer = await test.app.inject({ url: '/api/probe/lean', headers: { 'x-app-key': 'other' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ status: false, code: 'unknown_client' });
  });

  it.each(['/api/health/live', '/api/openapi.json', '/api/docs/'])('is not needed for %s', async (url) => {
    expect((await test.app.inject(url)).statusCode).toBe(200);
  });
});

describe('failures (product 11.1, 11.2, 11.17)', () => {
  it('hide internal errors, and log them with the request', async () => {
    lines.length = 0;
    const { status, body, headers } = await test.request('GET', '/api/probe/broken');
    expect(status).toBe(500);
    expect(body).toEqual({
      status: false,
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      reference: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/),
    });
    expect(headers['x-reference']).toBe(body['reference']);
    const logged = lines.filter((line) => line.includes(`"reference":"${String(body['reference'])}"`));
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain('the secret plan');
    expect(logged[1]).toContain('"path":"/api/probe/broken"');
    for (const line of logged) expect(line).toContain('"reqId"');
  });

  it('are 503 while the database is unavailable', async () => {
    const { status, body, headers } = await test.request('GET', '/api/probe/database');
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'unavailable' });
    expect(headers['retry-after']).toBe('5');
  });

  it('have the message of an AppError', async () => {
    expect(await test.request('GET', '/api/probe/refused')).toMatchObject({
      status: 409,
      body: { status: false, code: 'conflict', message: 'Not now.' },
    });
  });

  it.each([
    ['GET', '/api/nowhere'],
    ['POST', '/api/nowhere/at/all'],
    ['DELETE', '/api/health/live'],
  ] as const)('%s %s is 404 with the code of an unknown route', async (method, url) => {
    expect(await test.request(method, `${url}?token=secret`)).toMatchObject({
      status: 404,
      body: { status: false, code: 'unknown_route', message: `There is no ${method} ${url} on this server.` },
    });
  });

  it.each([
    ['invalid JSON', 'application/json', '{"text":', 400, 'malformed'],
    ['a list', 'application/json', '[]', 400, 'malformed'],
    ['a poisoned prototype', 'application/json', '{"__proto__":{"admin":true}}', 400, 'malformed'],
    ['a form', 'application/x-www-form-urlencoded', 'text=a', 415, 'unsupported_type'],
    ['plain text', 'text/plain', 'hello', 415, 'unsupported_type'],
    ['a NUL character', 'application/json', '{"tags":["a","\\u0000"]}', 422, 'invalid'],
    ['too many levels', 'application/json', `{"tags":${'['.repeat(20)}${']'.repeat(20)}}`, 422, 'invalid'],
    ['thousands of unclosed levels', 'application/json', '{"x":'.repeat(6000), 422, 'invalid'],
  ])('reject a body of %s', async (_what, type, payload, status, code) => {
    const answer = await test.request('POST', '/api/probe/text', { payload, headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status, body: { status: false, code } });
  });

  it('report the maximum size of a request', async () => {
    const { body } = await test.request('POST', '/api/probe/text', { payload: { text: 'x'.repeat(66_000) } });
    expect(body).toEqual({
      status: false,
      code: 'too_large',
      message: 'This request is too large: it can have at most 64 KB.',
    });
  });

  it('reject an invalid URL', async () => {
    const answer = await test.app.inject('/api/%ff');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: false, code: 'malformed' });
  });
});

describe('input (product 5.1, 11.10)', () => {
  it.each(['toString', 'constructor', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'ignores a field called %s like other unknown ones',
    async (name) => {
      const { status, body } = await test.request('POST', '/api/probe/text', { payload: { text: 'a', [name]: 1 } });
      expect({ status, body }).toEqual({ status: 200, body: { status: true, body: { text: 'a' } } });
      expect((await test.request('GET', `/api/probe/list?${name}=1`)).status).toBe(422);
    },
  );

  it('reports at most twenty errors', async () => {
    const query = Array.from({ length: 1000 }, (_, index) => `x${index}=1`).join('&');
    const { status, body } = await test.request('GET', `/api/probe/list?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body['errors'] ?? {})).toHaveLength(20);
  });

  it('rejects unknown and repeated filters by name', async () => {
    const { status, body } = await test.request('GET', '/api/probe/list?x=1&page=0&search=a&search=b');
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject({
      x: 'There is no filter called "x"',
      page: 'Pages count from 1',
      search: 'This filter can be given once',
    });
  });

  it('ignores an empty filter', async () => {
    expect((await test.request('GET', '/api/probe/list?search=&page=')).body).toEqual({ status: true, query: { page: 1 } });
  });
});

describe('responses (product 11.8, 11.10)', () => {
  it('omit fields that their schema does not have', async () => {
    expect((await test.request('GET', '/api/probe/lean')).body).toEqual({ status: true, name: 'Ada' });
  });

  it('have no body for HEAD', async () => {
    const answer = await test.request('HEAD', '/api/probe/lean');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
  });

  it('have the security headers', async () => {
    const { headers } = await test.request('GET', '/api/probe/lean');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'permissions-policy': expect.stringContaining('camera=(), '),
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('rate limits (product 9.17)', () => {
  it('count by the address of the peer, not of a header, and report when to retry', async () => {
    const from = (remoteAddress: string, forwarded: string) =>
      test.request('GET', '/api/probe/limited', { remoteAddress, headers: { 'x-forwarded-for': forwarded } });
    for (let count = 0; count < 5; count += 1) expect((await from('10.1.1.1', `10.9.9.${count}`)).status).toBe(200);
    const { status, body, headers } = await from('10.1.1.1', '10.9.9.9');
    expect([status, body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    expect((await from('10.1.1.2', '10.9.9.9')).status).toBe(200);
  });
});

describe('a route (product 6.1, 6.2)', () => {
  it.each<[property: string, feature: Feature<Deps>]>([
    ['config.access', (app) => void app.get('/undeclared', () => ({}))],
    ['config.limit', (app) => void app.post('/undeclared', { config: { access: 'anyone' } }, () => ({}))],
  ])('must declare %s', async (property, feature) => {
    await expect(createTestApp({ features: [feature] })).rejects.toThrow(`must declare ${property}`);
  });
});

describe('the log', () => {
  it('has the account of a request', async () => {
    lines.length = 0;
    const caller = await test.signedIn('seeker');
    await test.request('GET', '/api/auth/profile', { as: caller });
    await test.request('GET', '/api/auth/profile');
    const requests = lines.filter((line) => line.includes('"path":"/api/auth/profile"')).map((line): unknown => JSON.parse(line));
    expect(requests).toEqual([
      expect.objectContaining({ account: caller.user.id, res: { statusCode: 200 } }),
      expect.not.objectContaining({ account: expect.anything() }),
    ]);
  });

  it('has no password, token or query', async () => {
    lines.length = 0;
    const caller = await test.signedIn('seeker');
    await test.request('GET', '/api/auth/profile?token=in-the-query', { as: caller });
    await test.request('POST', '/api/auth/login', { payload: { email: 'a@example.com', password: 'my-password' } });
    const text = lines.join('');
    expect(text).toContain('/api/auth/profile');
    for (const secret of [caller.token, 'in-the-query', 'my-password', 'authorization']) expect(text).not.toContain(secret);
  });
});
