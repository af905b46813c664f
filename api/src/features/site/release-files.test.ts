import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fileText, releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

describe.each<[where: string, open: () => Promise<TestReleases>]>([
  ['a folder', releasesInFolder],
  ['a bucket', releasesInBucket],
])('files of releases in %s', (_where, open) => {
  let releases: TestReleases;
  let test: TestApp;

  beforeAll(async () => {
    releases = await open();
    await releases.release('shell', '1.0.0-aa', [
      'main.1a1a1a1a1a.js',
      'core.1a1a1a1a1a.js',
      'public/favicon.svg',
      'public/sounds/ping.mp3',
    ]);
    await releases.release('toolbox', '1.0.0-bb', ['remoteEntry.2b2b2b2b2b.js', 'picture.2b2b2b2b2b.webp']);
    // Releases from before files were named by their content.
    await releases.release('shell', '0.9.0-old', ['main.4d4d4d4d.js', 'core.4d4d4d4d.js', 'public/favicon.svg']);
    await releases.release('toolbox', '0.9.0-old', ['remoteEntry.5e5e5e5e.js']);
    await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
    test = await createTestApp({ config: { releases: releases.location } });
  });

  afterAll(async () => {
    await test.close();
    await releases.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

  describe('named by their content, or of a version', () => {
    it.each([
      ['/shell/files/core.1a1a1a1a1a.js', 'core.1a1a1a1a1a.js'],
      ['/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js', 'remoteEntry.2b2b2b2b2b.js'],
      ['/shell/0.9.0-old/core.4d4d4d4d.js', 'core.4d4d4d4d.js'],
      ['/remotes/toolbox/0.9.0-old/remoteEntry.5e5e5e5e.js', 'remoteEntry.5e5e5e5e.js'],
    ])('%s is immutable', async (url, path) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(fileText(path));
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    });

    it('have no document headers if they are scripts, to make first visits faster', async () => {
      const script = (await get('/shell/files/core.1a1a1a1a1a.js')).headers;
      const picture = (await get('/remotes/toolbox/files/picture.2b2b2b2b2b.webp')).headers;
      for (const name of ['content-security-policy', 'permissions-policy', 'strict-transport-security', 'x-frame-options']) {
        expect(picture[name]).toBeDefined();
        expect(script[name]).toBeUndefined();
      }
      expect(script).toMatchObject({ 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
    });

    it('of remotes are available to other origins, those of the shell are not', async () => {
      const remote = await get('/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js');
      expect(remote.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect((await get('/shell/files/core.1a1a1a1a1a.js')).headers['access-control-allow-origin']).toBeUndefined();
    });

    it.each([
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ])('are sent precompressed to a browser that accepts %s', async (accepted, encoding, decompress) => {
      const response = await get('/shell/files/core.1a1a1a1a1a.js', { 'accept-encoding': accepted });
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        'content-type': 'text/javascript; charset=utf-8',
      });
      expect(String(decompress(response.rawPayload))).toBe(fileText('core.1a1a1a1a1a.js'));
    });

    it('are sent uncompressed if compression does not help, also as ranges', async () => {
      const url = '/remotes/toolbox/files/picture.2b2b2b2b2b.webp';
      const response = await get(url, { 'accept-encoding': 'br, gzip' });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers['content-type']).toBe('image/webp');
      const part = await get(url, { range: 'bytes=0-9' });
      expect([part.statusCode, part.body]).toEqual([206, fileText('picture.2b2b2b2b2b.webp').slice(0, 10)]);
    });

    it.each(['', 'W/', '"x", ', '"x" , W/'])('are not sent again to a client with a current copy: %s', async (before) => {
      const { headers } = await get('/shell/files/core.1a1a1a1a1a.js', { 'accept-encoding': 'br' });
      const again = { 'accept-encoding': 'br', 'if-none-match': `${before}${String(headers['etag'])}` };
      const response = await get('/shell/files/core.1a1a1a1a1a.js', again);
      expect(response.statusCode).toBe(304);
      expect(response.body).toBe('');
      expect(response.headers['cache-control']).toContain('immutable');
      expect((await get('/shell/files/core.1a1a1a1a1a.js', { ...again, 'accept-encoding': 'gzip' })).statusCode).toBe(200);
    });

    it('support GET and HEAD only', async () => {
      const url = '/shell/files/core.1a1a1a1a1a.js';
      const response = await test.app.inject({ method: 'HEAD', url });
      expect(response.headers['content-length']).toBe(String(fileText('core.1a1a1a1a1a.js').length));
      expect(response.body).toBe('');
      expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(404);
    });

    it.each([
      '/shell/files/missing.1a1a1a1a1a.js',
      '/shell/files/core.4d4d4d4d.js',
      '/shell/files/release.json',
      '/shell/files/',
      '/shell/files',
      '/shell/files/fonts/core.1a1a1a1a1a.js',
      '/shell/files/..%2ffiles%2fcore.1a1a1a1a1a.js',
      '/shell/files/..%5cfiles%5ccore.1a1a1a1a1a.js',
      '/shell/files/core.1a1a1a1a1a.js.br',
      '/shell/files/core%00.1a1a1a1a1a.js',
      `/shell/files/${'x'.repeat(180)}.1a1a1a1a1a.js`,
      '/shell/1.0.0-aa/core.1a1a1a1a1a.js',
      '/remotes/toolbox/1.0.0-bb/remoteEntry.2b2b2b2b2b.js',
      '/remotes/nobodys/files/remoteEntry.2b2b2b2b2b.js',
      '/remotes/..%2fshell/files/core.1a1a1a1a1a.js',
      '/remotes/files/core.1a1a1a1a1a.js',
      '/shell/0.9.0-old/missing.js',
      '/shell/9.9.9/core.4d4d4d4d.js',
      '/shell/1.0.0-aa',
      '/remotes/toolbox/1.0.0-bb/',
      '/remotes/toolbox',
      '/remotes/shell/files/core.1a1a1a1a1a.js',
      '/shell/1.0.0-aa/release.json',
      '/shell/1.0.0-aa/..%2f..%2fchannels%2fproduction%2fcurrent.json',
      '/shell/..%2fchannels/production/current.json',
      '/remotes/toolbox/1.0.0-bb/..%5c..%5csecret',
    ])('%s is not a file of a release: 404 without a page', async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
    });

    it('do not include files that no release lists', async () => {
      for (const key of ['shell/1.0.0-aa/left-over.js', 'shell/files/left-over.js']) {
        await releases.store.put(key, 'x');
        expect((await get(`/${key}`)).statusCode).toBe(404);
      }
    });

    it('are served without reading a release', async () => {
      await releases.store.put('remotes/auth/files/tiny.6f6f6f6f6f.js', 'tiny()');
      const response = await get('/remotes/auth/files/tiny.6f6f6f6f6f.js', { 'accept-encoding': 'br' });
      expect([response.statusCode, response.body, response.headers['vary']]).toEqual([200, 'tiny()', 'accept-encoding']);
      expect(response.headers['content-encoding']).toBeUndefined();
    });

    it('have the hash of their name or release in their ETag, whatever its algorithm', async () => {
      expect((await get('/shell/files/core.1a1a1a1a1a.js')).headers['etag']).toBe('"1a1a1a1a1a"');
      expect((await get('/shell/files/core.1a1a1a1a1a.js', { 'accept-encoding': 'br' })).headers['etag']).toBe('"1a1a1a1a1a-br"');
      expect((await get('/shell/0.9.0-old/core.4d4d4d4d.js')).headers['etag']).toMatch(/^"[\w+/]{43}="$/);
    });
  });

  describe('with fixed names', () => {
    it('are those of the live shell, and expire after an hour', async () => {
      const response = await get('/favicon.svg', { 'accept-encoding': 'br' });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=3600',
        'content-encoding': 'br',
      });
    });

    it('support ranges, for audio players', async () => {
      const response = await get('/sounds/ping.mp3', { range: 'bytes=0-9' });
      expect(response.statusCode).toBe(206);
      expect(response.body).toBe(fileText('public/sounds/ping.mp3').slice(0, 10));
      const beyond = await get('/sounds/ping.mp3', { range: 'bytes=999999-' });
      expect(beyond.statusCode).toBe(416);
      expect(beyond.headers['content-range']).toBe(`bytes */${fileText('public/sounds/ping.mp3').length}`);
    });
  });
});
