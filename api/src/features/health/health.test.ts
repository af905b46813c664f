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
