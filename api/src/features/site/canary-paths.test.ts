import { buildCanary, openSite, buildRemotePage, buildRemoteJson, VERSIONS } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const CANARY = '1.1.0-cc';
const paths = [buildRemotePage('/toolbox/prices/:year')];

let site: TestSite;
beforeEach(async () => {
  site = await openSite();
  await site.releases.release('toolbox', CANARY, ['remoteEntry.2b2b2b2b2b.js'], { remote: buildRemoteJson(CANARY, { paths }) });
});
afterEach(() => site.close());

const getPage = async (url: string) => {
  const { statusCode, body } = await site.get(url);
  return { status: statusCode, title: /<title>(.*)<\/title>/.exec(body)?.[1] };
};

it('a path that only a canary owns is a page while the canary runs', async () => {
  await site.releases.goLive(2, { ...VERSIONS, candidate: buildCanary(CANARY, 10, { paths }) });
  expect(await getPage('/toolbox/prices/2026')).toEqual({ status: 200, title: 'not-found of 2' });
  expect(await getPage('/toolbox/nowhere/2026')).toEqual({ status: 404, title: 'not-found of 2' });
  await site.releases.goLive(3, { ...VERSIONS, candidate: buildCanary(CANARY, 0, { paths }) });
  expect((await getPage('/toolbox/prices/2026')).status).toBe(404);
});

it('a live path that a canary also owns has its own page', async () => {
  const same = [...paths, buildRemotePage('/toolbox/upload')];
  await site.releases.goLive(2, { ...VERSIONS, candidate: buildCanary(CANARY, 10, { paths: same }) });
  expect(await getPage('/toolbox/upload')).toEqual({ status: 200, title: 'toolbox-upload of 2' });
});

it('a path of an overriding version is a page in its tab', async () => {
  await site.releases.goLive(2, { ...VERSIONS, overrides: { origins: [], versions: true } });
  expect((await getPage('/toolbox/prices/2026')).status).toBe(404);
  expect((await getPage(`/toolbox/prices/2026?remote=toolbox@${CANARY}`)).status).toBe(200);
});
