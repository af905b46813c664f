import { releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let releases: TestReleases;
let test: TestApp;

const paths = [{ path: '/toolbox/prices/:year', page: 'x', title: 'A page', tabs: true, session: false, preload: 'no' as const }];
const remote = { name: 'toolbox', version: '1.1.0-cc', contract: '^1.0.0', paths, slots: [], searches: [] };
const candidate = { ...remote, entry: '/remotes/x.js', integrity: 'sha256-x' };
const live = { shell: '1.0.0-aa', toolbox: '1.0.0-bb' };

beforeEach(async () => {
  releases = await releasesInFolder();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js'], {
    shell: { name: 'shell', version: '1.0.0-aa', contract: '1.0.0', paths: ['/'] },
  });
  await releases.release('toolbox', '1.1.0-cc', ['remoteEntry.2b2b2b2b2b.js'], { remote });
  test = await createTestApp({ config: { releases: releases.where } });
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

const ask = async (url: string) => {
  const { statusCode, body } = await test.app.inject(url);
  return { status: statusCode, title: /<title>(.*)<\/title>/.exec(body)?.[1] };
};

it('a path that only a canary owns is a page while it runs: who runs it sees it there', async () => {
  await releases.goLive(1, { ...live, candidate: { ...candidate, percent: 10 } });
  expect(await ask('/toolbox/prices/2026')).toEqual({ status: 200, title: 'not-found of 1' });
  expect(await ask('/toolbox/nowhere/2026')).toEqual({ status: 404, title: 'not-found of 1' });
});

it('a path that only a stopped canary owns is nobody’s', async () => {
  await releases.goLive(1, { ...live, candidate: { ...candidate, percent: 0 } });
  expect((await ask('/toolbox/prices/2026')).status).toBe(404);
});

it('a live path that a canary owns, too, has its own page', async () => {
  const same = [
    ...paths,
    { path: '/toolbox/upload', page: 'x', title: 'A page', tabs: true, session: false, preload: 'no' as const },
  ];
  await releases.goLive(1, { ...live, candidate: { ...candidate, paths: same, percent: 10 } });
  expect(await ask('/toolbox/upload')).toEqual({ status: 200, title: 'toolbox-upload of 1' });
});

it('a path of a version that this tab runs is a page for this tab', async () => {
  await releases.goLive(1, { ...live, overrides: { origins: [], versions: true } });
  expect((await ask('/toolbox/prices/2026')).status).toBe(404);
  expect((await ask('/toolbox/prices/2026?remote=toolbox@1.1.0-cc')).status).toBe(200);
});
