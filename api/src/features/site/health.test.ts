import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('GET /api/health', () => {
  it('says live without the access header', async () => {
    const answer = await test.app.inject('/api/health/live');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, health: 'live' });
  });

  it('says ready while the database answers', async () => {
    const answer = await test.app.inject('/api/health/ready');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, health: 'ready' });
  });

  it('answers HEAD too', async () => {
    const answer = await test.app.inject({ method: 'HEAD', url: '/api/health/live' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});

describe('GET /api/health/ready without a database', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['hangs', () => new Promise<void>(() => {})],
  ])('says 503 while it %s, and the process stays live', async (_how, ping) => {
    const ill = await createTestApp({ ports: { ping } });
    const answer = await ill.app.inject('/api/health/ready');
    const live = await ill.app.inject('/api/health/live');
    await ill.close();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toEqual({ status: false, code: 'unavailable', message: 'The database does not answer.' });
    expect(live.statusCode).toBe(200);
  });
});
