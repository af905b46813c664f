import { fileText, releasesInBucket } from '../../testing/releases.ts';
import { VERSIONS } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';

it('keeps serving pages and files that were read before', async () => {
  const releases = await releasesInBucket();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js', 'core.1a1a1a1a1a.js']);
  await releases.goLive(1, VERSIONS);
  const server = await createTestApp({ config: { releases: releases.location } });
  await server.app.inject('/terms');
  await server.app.inject('/shell/files/main.1a1a1a1a1a.js');
  await releases.takeAway();

  const page = await server.app.inject('/toolbox');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('toolbox of 1');
  expect((await server.app.inject('/shell/files/main.1a1a1a1a1a.js')).body).toBe(fileText('main.1a1a1a1a1a.js'));
  const unread = await server.app.inject('/shell/files/core.1a1a1a1a1a.js');
  expect(unread.statusCode).toBe(503);
  expect(unread.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });

  await releases.bringBack();
  expect((await server.app.inject('/shell/files/core.1a1a1a1a1a.js')).body).toBe(fileText('core.1a1a1a1a1a.js'));
  await server.close();
  await releases.close();
});

it('makes a new server respond with 503 until the store is back', async () => {
  const releases = await releasesInBucket();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
  await releases.goLive(1, VERSIONS);
  await releases.takeAway();
  const server = await createTestApp({ config: { releases: releases.location } });

  const page = await server.app.inject('/terms');
  expect(page.statusCode).toBe(503);
  expect(page.headers['retry-after']).toBe('5');
  expect(page.body).toContain('Its pages can’t be loaded right now. Try again in a minute.');
  expect((await server.app.inject('/api/health/live')).statusCode).toBe(200);

  await releases.bringBack();
  expect((await server.app.inject('/terms')).statusCode).toBe(200);
  await server.close();
  await releases.close();
});
