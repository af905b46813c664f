import type { RenderedPage, RenderRequest } from '@solvent/federation/rendering';
import { addProblem, placeBid } from '../../../testing/bids.ts';
import { buildCanary, openSite, buildRemotePage, VERSIONS } from '../../../testing/site.ts';
import type { TestSite } from '../../../testing/site.ts';
import { RenderError } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

const CANDIDATE = '1.1.0-cc';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const buildBody = (text: string): RenderedPage['body'] => ({ html: `<main>${text}</main>`, styles: '', queries: [] });

async function renderPage({ url, channel }: RenderRequest, get: ApiGet, renderCount: number): Promise<RenderedPage> {
  if (url.startsWith('/toolbox/slow')) await new Promise((resolve) => setTimeout(resolve, 500));
  const version = channel.remotes[0]?.version ?? '';
  if (version === CANDIDATE) throw new RenderError('Error: the canary fails\n    at page', 'page');
  if (url === '/toolbox/changed') await get('/api/modules');
  if (url === '/toolbox/changing') {
    await get('/api/auth/profile/none');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  if (url === '/toolbox/gone') return { status: 410, head: '<title>Gone</title>' };
  if (url === '/toolbox/unknown') return { status: 404, head: '<title>Unknown</title>' };
  return { status: 200, head: `<title>Made of ${url}</title>`, body: buildBody(`the page number ${renderCount} of ${version}`) };
}

let site: TestSite;
let renderCount = 0;
let delayMs = 0;
beforeAll(async () => {
  const render: Renderer['render'] = (request, get) => renderPage(request, get, (renderCount += 1));
  site = await openSite({ ports: { renderer: { render, close: () => undefined } } });
  await site.releases.release('toolbox', CANDIDATE, ['remoteEntry.2b2b2b2b2b.js']);
});
afterAll(() => site.close());

const getMain = (html: string) => /<main>(.*)<\/main>/.exec(html)?.[1];

it('a public page has its head and content, followed by the scripts', async () => {
  const { statusCode, headers, body } = await site.get('/toolbox?tags=React');
  expect(statusCode).toBe(200);
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(body).toContain('<title>Made of /toolbox?tags=React</title>');
  expect(getMain(body)).toMatch(/^the page number \d+ of 1\.0\.0-bb$/);
  expect(body).toMatch(/<template id="solvent-scripts">.*<script nonce="[^"]+">1<\/script><\/template>/s);
});

it.each([
  ['/toolbox/unknown', 404, 'Unknown'],
  ['/toolbox/gone', 410, 'Gone'],
])('%s has the status %i and is not indexed', async (url, status, title) => {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(status);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(body).toContain(`<title>${title}</title>`);
});

it('a browser with a session gets the signed-in frame, also of personal pages, which are not indexed', async () => {
  const signedIn = { cookie: 'a=b; signed_in=1' };
  const visitors = getMain((await site.get('/toolbox')).body);
  expect(getMain((await site.get('/toolbox', signedIn)).body)).not.toBe(visitors);
  const { body, headers } = await site.get('/toolbox/upload?draft=1', signedIn);
  expect(body).toContain('<title>Made of /toolbox/upload</title>');
  expect(body).toContain('"isSignedIn":true');
  expect(headers['x-robots-tag']).toBe('noindex');
  expect((await site.get('/toolbox/upload', { cookie: 'signed_in=2' })).body).not.toContain('Made of');
});

it('personal pages are not rendered for visitors, nor is any page if the browser opts out', async () => {
  const before = renderCount;
  expect((await site.get('/toolbox/upload')).body).toContain('<title>toolbox-upload of 1</title>');
  expect((await site.get('/toolbox', { cookie: 'a=b; rendering=off' })).body).toContain('<title>toolbox of 1</title>');
  expect(renderCount).toBe(before);
});

it.each([
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a link preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a social network', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['a script', 'curl/8.9.1'],
])('%s waits for a slow page, a browser does not', async (who, agent) => {
  const url = `/toolbox/slow-${who.replaceAll(/\W/g, '-')}`;
  expect(getMain((await site.get(`${url}-1`, { 'user-agent': agent })).body)).toContain('the page number');
  expect(getMain((await site.get(`${url}-2`, { 'user-agent': BROWSER })).body)).toBeUndefined();
});

it('a visible change is in the next page; an invisible one renders none again', async () => {
  const url = '/toolbox/changed';
  const first = getMain((await site.get(url)).body);
  expect(getMain((await site.get(url)).body)).toBe(first);
  const solver = await site.test.signedIn('solver');
  const write = await site.test.request('PUT', '/api/modules/own/contact', { as: solver, payload: { showsEmail: true } });
  expect(write.status).toBe(200);
  // With this cookie a browser gets no page from before (decision 0100).
  expect(write.headers['set-cookie']).toBe('wrote=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  const second = getMain((await site.get(url)).body);
  expect(second).not.toBe(first);
  const invisible = await site.test.request('POST', '/api/contact', { payload: {} });
  expect(invisible.headers['set-cookie']).toBeUndefined();
  expect(getMain((await site.get(url)).body)).toBe(second);
});

it('while a page is rendered slowly, visitors get it from before a change, but not its writer, whose browser fetches the data again', async () => {
  const browser = { 'user-agent': BROWSER };
  const url = '/toolbox/changing';
  const first = getMain((await site.get(url, browser)).body);
  delayMs = 1000;
  const solver = await site.test.signedIn('solver');
  const id = (await addProblem(site.test, await site.test.signedIn('seeker'))).id;
  const { headers } = await placeBid(site.test, solver, id);
  const [wrote = ''] = String(headers['set-cookie']).split(';');
  const [writer, visitor] = await Promise.all([site.get(url, { ...browser, cookie: wrote }), site.get(url, browser)]);
  delayMs = 0;
  expect(getMain(writer.body)).toBeUndefined();
  expect(getMain(visitor.body)).toBe(first);
  expect(visitor.body).toContain('"age":60000');
});

it('a canary is rendered for its browsers; if it fails, the browser renders the page, and the failure is counted', async () => {
  const paths = [{ ...buildRemotePage('/toolbox'), render: 'public' as const }];
  await site.releases.goLive(2, { ...VERSIONS, candidate: buildCanary(CANDIDATE, 10, { paths }) });
  const as = (number: number) => ({ cookie: `canary=${encodeURIComponent(JSON.stringify({ toolbox: number }))}` });
  const canaryPage = await site.get('/toolbox', as(5));
  expect(canaryPage.statusCode).toBe(200);
  expect(canaryPage.body).toContain('<title>toolbox of 2</title>');
  expect(getMain((await site.get('/toolbox', as(50))).body)).toContain('1.0.0-bb');
  const metrics = (await site.get('/metrics')).body.split('\n');
  expect(metrics).toContain(`solvent_render_failures_total{remote="toolbox",version="${CANDIDATE}",reason="page"} 1`);
});
