import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parsePageConfig } from '../../testing/page-settings.ts';
import { openSite } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { setUp } from '../../testing/set-up.ts';

const getTitle = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('the site (product 2.1)', () => {
  const site = setUp(() => openSite());

  describe('pages', () => {
    it.each([
      ['/terms', 'terms of 1'],
      ['/toolbox?search=forms', 'toolbox of 1'],
      ['/toolbox/upload', 'toolbox-upload of 1'],
      ['/toolbox/some-module', 'toolbox-moduleId of 1'],
    ])('%s has its own page', async (url, title) => {
      const response = await site.get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(getTitle(response.body)).toBe(title);
    });

    it.each([
      ['/terms/', '/terms'],
      ['/toolbox/some-module/?tab=files&x=a/', '/toolbox/some-module?tab=files&x=a/'],
    ])('%s redirects to the address without the slash, so that a page has one address', async (url, location) => {
      const response = await site.get(url);
      expect(response.statusCode).toBe(301);
      expect(response.headers['location']).toBe(location);
    });

    it('/.well-known/change-password redirects to the dialog', async () => {
      const response = await site.get('/.well-known/change-password');
      expect(response.statusCode).toBe(302);
      expect(response.headers['location']).toBe('/profile/settings/security?change=password');
    });

    it.each([
      '/100%',
      '/100%?at=5%',
      '/toolbox/a/%',
      '/profile/%',
      '/view-problems/%E0%A4%A',
      '/%E0%A4%A',
      '/nowhere/',
      '//terms/',
      '/terms//',
    ])('%s is unknown, too, although it is unusual', async (url) => {
      const response = await site.get(url, { accept: 'text/html' });
      expect(response.statusCode).toBe(404);
      expect(getTitle(response.body)).toBe('not-found of 1');
    });

    it.each(['/toolbox/%E0%A4%A', '/toolbox/%'])('%s is the page of its pattern, although it cannot be decoded', async (url) => {
      const response = await site.get(url);
      expect(response.statusCode).toBe(200);
      expect(getTitle(response.body)).toBe('toolbox-moduleId of 1');
    });

    it.each(['/nowhere', '/toolbox/a/b', '/terms.html', '/channels/production/current.json', '//terms', `/${'x'.repeat(1000)}`])(
      '%s is unknown: 404 with the not-found page',
      async (url) => {
        const response = await site.get(url);
        expect(response.statusCode).toBe(404);
        expect(getTitle(response.body)).toBe('not-found of 1');
      },
    );

    it('/ redirects to /home and keeps the query', async () => {
      const response = await site.get('/?utm_source=mail');
      expect(response.statusCode).toBe(302);
      expect(response.headers['location']).toBe('/home?utm_source=mail');
    });

    it('support HEAD, and have a header with their revision', async () => {
      const response = await site.test.app.inject({ method: 'HEAD', url: '/terms' });
      expect(response.statusCode).toBe(200);
      expect(response.headers['x-solvent-revision']).toBe('1');
      expect(response.body).toBe('');
    });

    it.each(['/api/nowhere', '/dev/nowhere', '/api/100%', '/.well-known/nowhere'])('do not include %s', async (url) => {
      expect((await site.get(url)).headers['content-type']).toContain('application/json');
    });

    it('contain their settings', async () => {
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
        moduleReview: 'automatic',
        payments: 'test',
        reportToken: expect.stringMatching(/^[\w-]{47}$/),
      });
    });

    it('are revalidated, have a new nonce and token each time, and a reporting endpoint', async () => {
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
    ])('are compressed as the browser accepts: %s', async (accepted, encoding, decompress) => {
      const response = await site.get('/terms', { 'accept-encoding': accepted });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers['vary']).toContain('accept-encoding');
      expect(getTitle(String(decompress(response.rawPayload)))).toBe('terms of 1');
    });
  });

  it('explains what to do if nothing is published', async () => {
    const server = await createTestApp({ config: { releases: site.releases.location, channel: 'staging' } });
    const response = await server.app.inject('/home');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('The channel &ldquo;staging&rdquo; has no release: run <code>npm start</code>');
    await server.close();
  });
});
