import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { get as getPlain } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SOCKET } from '@solvent/contracts';
import { io } from 'socket.io-client';
import { requestHttp2, connectHttp2, openNginx } from './testing/edge.ts';
import { received } from './testing/sockets.ts';
import { fileText, releasesInBucket } from './testing/releases.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

const MAIN = '/shell/files/main.1a1a1a1a1a.js';
const FONT = '/shell/files/inter.3c3c3c3c3c.woff2';
const SMALL = '/shell/files/small.5e5e5e5e5e.js';
const ENTRY = '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js';

let releases: Awaited<ReturnType<typeof releasesInBucket>>;
let test: TestApp;
let folder: string;
let ports: Awaited<ReturnType<typeof openNginx>>['ports'];
let nginx: Awaited<ReturnType<typeof openNginx>>['nginx'];
/** Connections to the site, and to the host of its files. */
let site: ClientHttp2Session;
let assets: ClientHttp2Session;
/** URLs of requests that reached the server. */
const requestedUrls: string[] = [];

/** Returns the caller's address as the server sees it. */
const callerFeature = (app: TestApp['app']) => {
  app.get('/caller', { config: { access: 'anyone' } }, async ({ ip, protocol, host }) => ({ ip, protocol, host }));
};

function open(values: Record<`SOLVENT_${string}`, string> = {}) {
  const { port } = test.app.server.address() as AddressInfo; // it listens on a port, not on a pipe
  return openNginx({ folder, port, bucket: releases.location, values });
}

beforeAll(async () => {
  releases = await releasesInBucket();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js', 'inter.3c3c3c3c3c.woff2', 'server.4d4d4d4d4d.cjs']);
  await releases.release('toolbox', '1.0.0-bb', ['remoteEntry.2b2b2b2b2b.js']);
  await releases.store.put(SMALL.slice(1), 'small()');
  await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
  test = await createTestApp({
    config: { releases: releases.location, trustProxy: ['loopback'], assetsUrl: 'https://files.example' },
    features: [callerFeature],
  });
  folder = mkdtempSync(join(tmpdir(), 'solvent-edge-'));
  chmodSync(folder, 0o755);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  test.app.server.on('request', ({ url }) => requestedUrls.push(url ?? ''));
  ({ nginx, ports } = await open());
  [site, assets] = [connectHttp2(ports.https), connectHttp2(ports.assets)];
  // The first start may download nginx.
}, 300_000);

afterAll(async () => {
  site.close();
  assets.close();
  await nginx.stop();
  await test.close();
  await releases.close();
  rmSync(folder, { recursive: true });
});

describe('pages through nginx', () => {
  it('use HTTP/2, the compression of the server, and each of its headers once', async () => {
    const { status, headers, bytes } = await requestHttp2(site, '/terms', { 'accept-encoding': 'gzip, br' });
    expect([site.alpnProtocol, status, headers['content-encoding']]).toEqual(['h2', 200, 'br']);
    expect(String(brotliDecompressSync(bytes))).toContain('<title>terms of 1</title>');
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'cache-control': 'no-cache',
      // A CDN may send it before the page (103).
      link: '<https://files.example>; rel=preconnect; crossorigin',
    });
    expect(headers['content-security-policy']).toContain("'strict-dynamic'");
  });

  it('are never cached, since each has its own nonce and token', async () => {
    const responses = [await requestHttp2(site, '/terms'), await requestHttp2(site, '/terms')];
    const nonces = responses.map(({ bytes }) => /nonce="([^"]+)"/.exec(String(bytes))?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const { headers } of responses) expect(headers['x-cache']).toBeUndefined();
  });

  it('are redirected to TLS', async () => {
    const [status, location] = await new Promise<unknown[]>((resolve, reject) => {
      getPlain({ port: ports.http, path: '/terms?a=b', headers: { host: 'solvent.example' } }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      }).on('error', reject);
    });
    expect([status, location]).toEqual([308, 'https://solvent.example/terms?a=b']);
  });
});

describe('the caller', () => {
  it('is identified by the connection, not by headers', async () => {
    const spoofed = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-real-ip': '203.0.113.9',
    };
    const response = await requestHttp2(site, '/api/caller', { 'x-app-key': test.config.appKey, ...spoofed });
    expect(JSON.parse(String(response.bytes))).toMatchObject({
      ip: '127.0.0.1',
      protocol: 'https',
      host: `127.0.0.1:${ports.https}`,
    });
    // Without nginx, the server trusts these headers.
    const direct = await test.app.inject({ url: '/api/caller', headers: { 'x-app-key': test.config.appKey, ...spoofed } });
    expect(direct.json()).toMatchObject({ ip: '203.0.113.9', protocol: 'http' });
  });

  it('is rejected with an error body if it sends too many requests', async () => {
    const limited = await open({ SOLVENT_REQUESTS_A_SECOND: '1', SOLVENT_REQUESTS_AT_ONCE: '1' });
    const session = connectHttp2(limited.ports.https);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => requestHttp2(session, '/api/caller', { 'x-app-key': test.config.appKey })),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(JSON.parse(String(refused[0]?.bytes))).toMatchObject({ status: false, code: 'rate_limited' });
    session.close();
    await limited.nginx.stop();
  });
});

it('a socket connects through nginx', async () => {
  const { token } = await test.signedIn('seeker');
  const socket = io(`https://127.0.0.1:${ports.https}`, {
    path: SOCKET.path,
    transports: ['websocket'],
    reconnection: false,
    rejectUnauthorized: false,
    auth: { token },
  });
  await received(socket, 'connect');
  expect(socket.connected).toBe(true);
  socket.disconnect();
});

describe('files of releases through nginx', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('have the compression of delivery for %s, and are requested from the server once', async (accepted, coding, decompress) => {
    const path = `${MAIN}?${encodeURIComponent(accepted)}`;
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => requestHttp2(site, MAIN, { 'accept-encoding': accepted })));
    for (const { status, headers, bytes } of [...(first ? [first] : []), ...others]) {
      expect([status, headers['content-encoding']]).toEqual([200, coding]);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'access-control-allow-origin': '*',
      });
      expect(String(decompress(bytes))).toBe(fileText('main.1a1a1a1a1a.js'));
    }
    expect((await requestHttp2(site, path, { 'accept-encoding': accepted })).headers['x-cache']).toBe('HIT');
  });

  it('were requested from the server once for each encoding', () => {
    expect(requestedUrls.filter((url) => url.startsWith(MAIN))).toHaveLength(3);
  });

  it('are requested from the server again after a retry of a browser', async () => {
    expect((await requestHttp2(site, `${MAIN}?r=1&t=2`)).headers['x-cache']).toBe('BYPASS');
  });

  it('are not cached if they do not exist', async () => {
    for (const _time of [1, 2]) {
      const { status, headers } = await requestHttp2(site, '/shell/files/missing.1a1a1a1a1a.js');
      expect([status, headers['x-cache']]).toEqual([404, 'MISS']);
    }
  });
});

describe('files of releases from the bucket', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('have a type, a lifetime and a cross-origin policy, for %s', async (accepted, coding, decompress) => {
    const responses = [
      await requestHttp2(assets, ENTRY, { 'accept-encoding': accepted }),
      await requestHttp2(assets, ENTRY, { 'accept-encoding': accepted }),
    ];
    for (const { status, headers, bytes } of responses) {
      expect([assets.alpnProtocol, status, headers['content-encoding']]).toEqual(['h2', 200, coding]);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(String(decompress(bytes))).toBe(fileText('remoteEntry.2b2b2b2b2b.js'));
    }
    expect(responses.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'HIT']);
  });

  it.each([
    [FONT, 'font/woff2', fileText('inter.3c3c3c3c3c.woff2')],
    [SMALL, 'text/javascript; charset=utf-8', 'small()'],
  ])('%s is not compressed, since there is no compressed file', async (path, type, text) => {
    const { status, headers, bytes } = await requestHttp2(assets, path, { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-type'], headers['content-encoding'], String(bytes)]).toEqual([200, type, undefined, text]);
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    '/shell/files/server.4d4d4d4d4d.cjs',
    '/shell/files/missing.1a1a1a1a1a.js',
    `${MAIN}.br`,
    '/shell/1.0.0-aa/release.json',
    '/channels/production/current.json',
    '/shell/files/..%2f..%2fchannels/production/current.json',
    '/remotes/toolbox/files/../../../channels/production/current.json',
    '/terms',
    '/',
  ])('%s is not found, and that is not cached', async (path) => {
    const { status, headers } = await requestHttp2(assets, path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it.each(['PUT', 'POST', 'DELETE', 'OPTIONS'])('can only be read: %s', async (method) => {
    expect((await requestHttp2(assets, ENTRY, { ':method': method })).status).toBe(405);
    expect(String(await releases.store.read(ENTRY.slice(1)))).toBe(fileText('remoteEntry.2b2b2b2b2b.js'));
  });

  it('are cached while the bucket is unavailable', async () => {
    await releases.takeAway();
    expect((await requestHttp2(assets, ENTRY, { 'accept-encoding': 'br' })).status).toBe(200);
    expect((await requestHttp2(site, MAIN, { 'accept-encoding': 'br' })).headers['x-cache']).toBe('HIT');
    await releases.bringBack();
  });
});
