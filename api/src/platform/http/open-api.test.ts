import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the documentation (product 11.16)', () => {
  it('is built from the schemas that validate and serialize', async () => {
    const response = await test.app.inject('/api/openapi.json');
    expect(response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
      paths: {
        '/api/auth/signup': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { properties: { email: { type: 'string', format: 'email', maxLength: 254 } } } },
              },
            },
            responses: { 201: expect.anything(), '4XX': expect.anything() },
          },
        },
        '/api/health/live': { get: expect.anything() },
      },
    });
  });

  it('is a page that works under its own content policy', async () => {
    const page = await test.app.inject('/api/docs/');
    const policy = String(page.headers['content-security-policy']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });
});
