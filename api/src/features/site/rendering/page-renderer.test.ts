import type { RenderedPage, RenderRequest } from '@solvent/federation/rendering';
import { buildCanary, openSite, buildRemotePage, VERSIONS } from '../../../testing/site.ts';
import type { TestSite } from '../../../testing/site.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

const CANDIDATE = '1.1.0-cc';

const bodyOf = (text: string): RenderedPage['body'] => ({ html: `<main>${text}</main>`, styles: '', queries: [] });

/** What the fake renderer makes of addresses. */
async function pageOf({ url, channel }: RenderRequest, get: ApiGet, made: number): Promise<RenderedPage> {
  if (url.startsWith('/toolbox/slow')) await new Promise((resolve) => setTimeout(resolve, 500));
  const version = channel.remotes[0]?.version ?? '';
  if (version === CANDIDATE) throw new RenderError('Error: the canary fails\n    at page', 'page');
  if (url === '/toolbox/changed') await get('/api/modules');
  if (url === '/toolbox/gone') return { status: 410, head: '<title>Gone</title>' };
  if (url === '/toolbox/unknown') return { status: 404, head: '<title>Unknown</title>' };
  return { status: 200, head: `<title>Made of ${url}</title>`, body: bodyOf(`the page number ${made} of ${version}`) };
}

let site: TestSite;
let made = 0;
beforeAll(async () => {
  const render: Renderer['render'] = (request, get) => pageOf(request, get, (made += 1));
  site = await openSite({ ports: { renderer: { render, close: () => undefined } } });
  await site.releases.release('toolbox', CANDIDATE, ['remoteEntry.2b2b2b2b2b.js']);
});
afterAll(() => site.close());

const shownIn = (html: string) => /<main>(.*)<\/main>/.exec(html)?.[1];

it('a public page comes with its head and what is in it, and the scripts behind that', async () => {
  const { statusCode, headers, body } = await site.get('/toolbox?tags=React');
  expect(statusCode).toBe(200);
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(body).toContain('<title>Made of /toolbox?tags=React</title>');
  expect(shownIn(body)).toMatch(/^the page number \d+ of 1\.0\.0-bb$/);
  expect(body).toMatch(/<template id="solvent-scripts">.*<script nonce="[^"]+">1<\/script><\/template>/s);
});

it.each([
  ['/toolbox/unknown', 404, 'Unknown'],
  ['/toolbox/gone', 410, 'Gone'],
])('%s has the status %i, and no search engine lists it', async (url, status, title) => {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(status);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(body).toContain(`<title>${title}</title>`);
});

it('a browser with a session gets its frame, also of a page of one’s own, which no search engine lists', async () => {
  const signedIn = { cookie: 'a=b; signed_in=1' };
  const visitors = shownIn((await site.get('/toolbox')).body);
  expect(shownIn((await site.get('/toolbox', signedIn)).body)).not.toBe(visitors);
  const { body, headers } = await site.get('/toolbox/upload?draft=1', signedIn);
  expect(body).toContain('<title>Made of /toolbox/upload</title>');
  expect(body).toContain('"isSignedIn":true');
  expect(headers['x-robots-tag']).toBe('noindex');
  expect((await site.get('/toolbox/upload', { cookie: 'signed_in=2' })).body).not.toContain('Made of');
});

it('a page of one’s own is not made for visitors, nor is any where the browser says that it draws them', async () => {
  const before = made;
  expect((await site.get('/toolbox/upload')).body).toContain('<title>toolbox-upload of 1</title>');
  expect((await site.get('/toolbox', { cookie: 'a=b; rendering=off' })).body).toContain('<title>toolbox of 1</title>');
  expect(made).toBe(before);
});

it.each([
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a preview of a network', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['a person’s script', 'curl/8.9.1'],
])('%s is given the words of a page that takes its time, a browser draws it', async (who, agent) => {
  const url = `/toolbox/slow-${who.replaceAll(/\W/g, '-')}`;
  expect(shownIn((await site.get(`${url}-1`, { 'user-agent': agent })).body)).toContain('the page number');
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  expect(shownIn((await site.get(`${url}-2`, { 'user-agent': browser })).body)).toBeUndefined();
});

it('what somebody changes is in the very next page; what nobody sees makes none anew', async () => {
  const url = '/toolbox/changed';
  const first = shownIn((await site.get(url)).body);
  expect(shownIn((await site.get(url)).body)).toBe(first);
  const solver = await site.test.signedIn('solver');
  const { status } = await site.test.request('PUT', '/api/modules/own/contact', { as: solver, payload: { showsEmail: true } });
  expect(status).toBe(200);
  const second = shownIn((await site.get(url)).body);
  expect(second).not.toBe(first);
  await site.test.request('POST', '/api/contact', { payload: {} });
  expect(shownIn((await site.get(url)).body)).toBe(second);
});

it('a canary is made for who runs it; where it fails the browser draws it, and that is counted', async () => {
  const paths = [{ ...buildRemotePage('/toolbox'), render: 'public' as const }];
  await site.releases.goLive(2, { ...VERSIONS, candidate: buildCanary(CANDIDATE, 10, { paths }) });
  const as = (number: number) => ({ cookie: `canary=${encodeURIComponent(JSON.stringify({ toolbox: number }))}` });
  const drawn = await site.get('/toolbox', as(5));
  expect(drawn.statusCode).toBe(200);
  expect(drawn.body).toContain('<title>toolbox of 2</title>');
  expect(shownIn((await site.get('/toolbox', as(50))).body)).toContain('1.0.0-bb');
  const metrics = (await site.get('/metrics')).body.split('\n');
  expect(metrics).toContain(`solvent_render_failures_total{remote="toolbox",version="${CANDIDATE}",reason="page"} 1`);
});
