import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { pageSettings } from '../../testing/page-settings.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('the site (product 2.1)', () => {
  let releases: TestReleases;
  let test: TestApp;

  beforeAll(async () => {
    releases = await releasesInFolder();
    await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
    await releases.release('toolbox', '1.0.0-bb', ['remoteEntry.2b2b2b2b2b.js']);
    await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
    test = await createTestApp({ config: { releases: releases.where } });
  });

  afterAll(async () => {
    await test.close();
    await releases.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

  describe('pages', () => {
    it.each([
      ['/terms', 'terms of 1'],
      ['/terms/', 'terms of 1'],
      ['/toolbox?search=forms', 'toolbox of 1'],
      ['/toolbox/upload', 'toolbox-upload of 1'],
      ['/toolbox/some-module', 'toolbox-moduleId of 1'],
    ])('%s is served its own page', async (url, title) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(titleOf(answer.body)).toBe(title);
    });

    it.each(['/nowhere', '/toolbox/a/b', '/terms.html', '/channels/production/current.json', `/${'x'.repeat(1000)}`])(
      '%s is nobody’s: 404 with the not-found page',
      async (url) => {
        const answer = await get(url);
        expect(answer.statusCode).toBe(404);
        expect(titleOf(answer.body)).toBe('not-found of 1');
      },
    );

    it('sends / to /home and keeps the query', async () => {
      const answer = await get('/?utm_source=mail');
      expect(answer.statusCode).toBe(302);
      expect(answer.headers['location']).toBe('/home?utm_source=mail');
    });

    it('answers HEAD, and says its revision, by which an open page notices a newer one', async () => {
      const answer = await test.app.inject({ method: 'HEAD', url: '/terms' });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['x-solvent-revision']).toBe('1');
      expect(answer.body).toBe('');
    });

    it('leaves unknown paths of the API and of development to their own answer', async () => {
      for (const url of ['/api/nowhere', '/dev/nowhere']) {
        expect((await get(url)).headers['content-type']).toContain('application/json');
      }
    });

    it('tells the page its settings', async () => {
      const { body } = await get('/terms');
      expect(pageSettings(body)).toEqual({
        appKey: test.config.appKey,
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
      const [first, second] = [await get('/terms'), await get('/terms')];
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
    ])('is compressed for a browser that accepts %s', async (accepted, encoding, decompress) => {
      const answer = await get('/terms', { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toContain('accept-encoding');
      expect(titleOf(String(decompress(answer.rawPayload)))).toBe('terms of 1');
    });

    it.each(['br;q=0, identity', '*;q=0', ''])('is not compressed for one that refuses it by "%s"', async (accepted) => {
      expect((await get('/terms', { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined();
    });
  });

  describe('a promotion', () => {
    it('is served from the next page on, while open pages keep their files', async () => {
      const own = await releasesInFolder();
      await own.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
      await own.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
      const server = await createTestApp({ config: { releases: own.where } });
      expect(titleOf((await server.app.inject('/terms')).body)).toBe('terms of 1');

      await own.release('shell', '1.0.0-cc', ['main.3c3c3c3c3c.js']);
      await own.goLive(2, { shell: '1.0.0-cc', toolbox: '1.0.0-bb' });
      expect(titleOf((await server.app.inject('/terms')).body)).toBe('terms of 2');
      expect((await server.app.inject('/shell/files/main.3c3c3c3c3c.js')).statusCode).toBe(200);
      expect((await server.app.inject('/shell/files/main.1a1a1a1a1a.js')).statusCode).toBe(200);
      await server.close();
      await own.close();
    });
  });

  it('says what to do where nothing is published', async () => {
    const server = await createTestApp({ config: { releases: releases.where, channel: 'staging' } });
    const answer = await server.app.inject('/home');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('The channel &ldquo;staging&rdquo; has no release: run <code>npm start</code>');
    await server.close();
  });
});
