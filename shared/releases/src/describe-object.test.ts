import { openTestBucket } from '@solvent/object-store/testing';
import { describeObject } from './describe-object.ts';
import { openReleaseStore } from './release-store.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable, no-transform';

it.each([
  ['shell/files/main.0a1b2c3d4e.js', 'text/javascript; charset=utf-8', undefined, IMMUTABLE],
  ['shell/files/main.0a1b2c3d4e.js.br', 'text/javascript; charset=utf-8', 'br', IMMUTABLE],
  ['remotes/toolbox/files/page.0a1b2c3d4e.css.gz', 'text/css; charset=utf-8', 'gzip', IMMUTABLE],
  ['shell/files/inter.0a1b2c3d4e.woff2', 'font/woff2', undefined, IMMUTABLE],
  ['shell/1.0.0/public/favicon.svg.br', 'image/svg+xml', 'br', 'no-cache'],
  ['remotes/toolbox/1.0.0/release.json', 'application/json; charset=utf-8', undefined, 'no-cache'],
  ['channels/production/pages/1/home.html', 'text/html; charset=utf-8', undefined, 'no-cache'],
  ['claims/channels/production/current.json/0a1b', 'application/octet-stream', undefined, 'no-cache'],
])('describes %s: %s, %s, %s', (key, contentType, contentEncoding, cacheControl) => {
  expect(describeObject(key)).toEqual({ contentType, contentEncoding, cacheControl });
});

it.each([
  ['knows conditions', true],
  ['knows none', false],
])('returns the headers from a bucket that %s, also after touch', async (_what, knowsConditions) => {
  const { url, address, close } = await openTestBucket({ knowsConditions });
  const store = openReleaseStore(url);
  const key = 'shell/files/main.0a1b2c3d4e.js.br';
  const answer = () => fetch(`${address.endpoint}/${address.bucket}/${key}`);
  await store.put(key, 'bytes');
  await store.create('shell/1.0.0/release.json', '{}');
  const expected = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': IMMUTABLE };
  expect(Object.fromEntries((await answer()).headers)).toMatchObject(expected);
  expect(await store.touch(key)).toBe(true);
  expect(Object.fromEntries((await answer()).headers)).toMatchObject(expected);
  const { headers } = await fetch(`${address.endpoint}/${address.bucket}/shell/1.0.0/release.json`);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  await close();
});
