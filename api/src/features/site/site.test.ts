import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parsePageConfig } from '../../testing/page-settings.ts';
import { openSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('the site (product 2.1)', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  describe('pages', () => {
    it.each([
      ['/terms', 'terms of 1'],
      ['/terms/', 'terms of 1'],
      ['/toolbox?search=forms', 'toolbox of 1'],
      ['/toolbox/upload', 'toolbox-upload of 1'],
      ['/toolbox/some-module', 'toolbox-moduleId of 1'],
    ])('%s is served its own page', async (url, title) => {
      const answer = await site.get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(titleOf(answer.body)).toBe(title);
    });

    it.each(['/nowhere', '/toolbox/a/b', '/terms.html', '/channels/production/current.json', '//terms', `/${'x'.repeat(1000)}`])(
      '%s is nobody’s: 404 with the not-found page',
      async (url) => {
        const answer = await site.get(url);
        expect(answer.statusCode).toBe(404);
        expect(titleOf(answer.body)).toBe('not-found of 1');
      },
    );

    it('sends / to /home and keeps the query', async () => {
      const answer = await site.get('/?utm_source=mail');
      expect(answer.statusCode).toBe(302);
      expect(answer.headers['location']).toBe('/home?utm_source=mail');
    });

    it('answers HEAD, and says its revision, by which an open page notices a newer one', async () => {
      const answer = await site.test.app.inject({ method: 'HEAD', url: '/terms' });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['x-solvent-revision']).toBe('1');
      expect(answer.body).toBe('');
    });

    it.each(['/api/nowhere', '/dev/nowhere'])('leaves %s to its own answer', async (url) => {
      expect((await site.get(url)).headers['content-type']).toContain('application/json');
    });

    it('tells the page its settings', async () => {
      const { body } = await site.get('/terms');
      expect(parsePageConfig(body)).toEqual({
        appKey: site.test.config.appKey,
        identity: {
          apiKey: 'demo-key',
          authDomain: 'localhost',
          projectId: 'demo-solvent',
          emulatorUrl: 'http://127.0.0.1:9099',
        },
        localMail: true,
        payments: 'test',
        reportToken: expect.stringMatching(/^[\w-]{47}$/),
      });
    });

    it('is never kept without asking again, its nonce and token are new each time, and it says who hears what its policy stopped', async () => {
      const [first, second] = [await site.get('/terms'), await site.get('/terms')];
      expect(first.headers['cache-control']).toBe('no-cache');
      expect(first.headers['etag']).toBeUndefined();
      const [token, other] = [first, second].map(({ body }) => /"reportToken":"(.*?)"/.exec(body)?.[1]);
      expect(token).not.toBe(other);
      const nonces = [first, second].map(({ body }) => /<script nonce="([^"]+)"/.exec(body)?.[1] ?? '');
      expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
      expect(nonces[0]).not.toBe(nonces[1]);
      expect(first.headers['content-security-policy']).toContain('report-uri /api/csp-reports; report-to csp');
      expect(first.headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
      expect(first.headers['content-security-policy']).toContain(`script-src 'nonce-${nonces[0]}' 'strict-dynamic';`);
    });

    it.each([
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=0.8', 'gzip', gunzipSync],
      ['GZIP', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
      ['br;q=0, *', 'gzip', gunzipSync],
      ['br;q=0, identity', undefined, String],
      ['*;q=0', undefined, String],
      ['', undefined, String],
    ])('is compressed as a browser accepts it: %s', async (accepted, encoding, decompress) => {
      const answer = await site.get('/terms', { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toContain('accept-encoding');
      expect(titleOf(String(decompress(answer.rawPayload)))).toBe('terms of 1');
    });
  });

  it('says what to do where nothing is published', async () => {
    const server = await createTestApp({ config: { releases: site.releases.location, channel: 'staging' } });
    const answer = await server.app.inject('/home');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('The channel &ldquo;staging&rdquo; has no release: run <code>npm start</code>');
    await server.close();
  });
});
