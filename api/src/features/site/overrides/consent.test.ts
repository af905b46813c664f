import { openSite } from '../../../testing/site.ts';
import type { TestSite } from '../../../testing/site.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const BUILDS = 'https://builds.example';
const LOCAL = 'http://localhost:3003';
let site: TestSite;
let production: TestApp;
let development: TestApp;

beforeAll(async () => {
  const overrides = { origins: ['http://localhost', BUILDS, 'https://other.example'], versions: true };
  site = await openSite({ overrides, config: { remoteOverrides: 'ask' } });
  development = site.test;
  const { config } = development;
  production = await createTestApp({ config: { ...config, env: 'production', publicUrl: 'https://solvent.example' } });
});
afterAll(async () => {
  await production.close();
  await site.close();
});

const OWN_FORM = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
const addressOf = (asked: readonly string[], path = '/terms') =>
  `${path}?${new URLSearchParams([['from', 'mail'], ...asked.map((one) => ['remote', one])]).toString()}`;

async function open(server: TestApp, asked: readonly string[], cookie?: string) {
  const { body, headers, statusCode } = await server.app.inject({
    url: addressOf(asked),
    headers: cookie === undefined ? {} : { cookie },
  });
  const named = /<h1>(.*)<\/h1>/.exec(body)?.[1];
  return { asks: body.includes('<form'), named, body, statusCode, policy: String(headers['content-security-policy']) };
}

/** Presses a button of the page that asks. */
async function answer(server: TestApp, asked: readonly string[], choice: string, headers: Record<string, string> = OWN_FORM) {
  const { body } = await open(server, asked);
  const hidden = [...body.matchAll(/name="remote" value="([^"]*)"/g)].map(([, value = '']) => ['remote', value]);
  const said = await server.app.inject({
    method: 'POST',
    url: addressOf(asked),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams([...hidden, ['answer', choice]]).toString(),
  });
  const set = said.headers['set-cookie'];
  const location = String(said.headers.location);
  return { status: said.statusCode, location, set: set?.toString(), cookie: set?.toString().split(';')[0] };
}

describe('code of another origin in production', () => {
  it.each([BUILDS, LOCAL])('from %s is asked about before the page may load anything from there', async (origin) => {
    const { asks, named, body, statusCode, policy } = await open(production, [`toolbox@${origin}`]);
    expect({ asks, named, statusCode }).toEqual({ asks: true, named: `Load “toolbox” from ${origin}?`, statusCode: 200 });
    expect(body).toContain('Code from there can act as you on Solvent');
    expect(body).not.toContain('<script');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    // Where the keyboard begins.
    expect(body).toMatch(/<button[^>]* autofocus>Don’t load it</);
    expect(body.match(/autofocus/g)).toHaveLength(1);
  });

  it('runs once its reader has agreed, in this browser, and is not asked about again', async () => {
    const asked = [`toolbox@${BUILDS}`];
    const { status, location, set, cookie } = await answer(production, asked, 'load');
    expect(status).toBe(303);
    expect(new URL(location, 'https://solvent.example/terms').search).toBe(new URL(addressOf(asked), 'https://x.example').search);
    expect(set).toMatch(/^__Host-remotes=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const page = await open(production, asked, cookie);
    expect(page.asks).toBe(false);
    expect(page.policy).toContain(BUILDS);
    expect((await open(production, asked)).asks).toBe(true);
  });

  it('is asked about for each origin and each remote', async () => {
    const { cookie } = await answer(production, [`toolbox@${BUILDS}`], 'load');
    for (const other of [`toolbox@https://other.example`, `auth@${BUILDS}`])
      expect((await open(production, [other], cookie)).asks).toBe(true);
    expect((await open(production, [`toolbox@${BUILDS}`, `auth@${LOCAL}`], cookie)).named).toBe(`Load “auth” from ${LOCAL}?`);
  });

  it('does not run for who does not want it, and the tab forgets it', async () => {
    const refused = await answer(production, [`toolbox@${BUILDS}/`], 'no');
    expect(refused).toMatchObject({ status: 303, location: '?from=mail&remote=', set: undefined });
    const both = await answer(production, ['auth@1.0.0-aa', `toolbox@${BUILDS}`], 'no');
    expect(both.location).toBe(`?from=mail&remote=${encodeURIComponent('auth@1.0.0-aa')}`);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['another site, told by an old browser', { origin: 'https://evil.example' }],
    ['a page that hides where it is from', { origin: 'null' }],
  ])('is not agreed to by a form of %s', async (_what, headers) => {
    expect(await answer(production, [`toolbox@${BUILDS}`], 'load', headers)).toMatchObject({ status: 403, set: undefined });
  });

  it('is not agreed to by what its reader was not shown', async () => {
    const { statusCode, headers } = await production.app.inject({
      method: 'POST',
      url: addressOf([`toolbox@${BUILDS}`]),
      headers: OWN_FORM,
      payload: 'answer=load&remote=auth%40https%3A%2F%2Fbuilds.example',
    });
    const cookie = headers['set-cookie']?.toString().split(';')[0];
    expect(statusCode).toBe(303);
    expect((await open(production, [`toolbox@${BUILDS}`], cookie)).asks).toBe(true);
    expect((await open(production, [`auth@${BUILDS}`], cookie)).asks).toBe(true);
  });

  it.each(['__Host-remotes=%', '__Host-remotes=toolbox', 'remotes=toolbox%40https%3A%2F%2Fbuilds.example'])(
    'is not agreed to by the cookie %s',
    async (cookie) => {
      expect((await open(production, [`toolbox@${BUILDS}`], cookie)).asks).toBe(true);
    },
  );

  it('is not asked about where the channel refuses it, or where it is a version of the own store', async () => {
    expect((await open(production, ['toolbox@https://evil.example'])).asks).toBe(false);
    expect((await open(production, ['toolbox@1.0.0-bb'])).asks).toBe(false);
  });

  it('makes no page of a POST that nothing is asked about, and shows a public one again', async () => {
    const post = (url: string) => production.app.inject({ method: 'POST', url, headers: OWN_FORM, payload: 'answer=load' });
    expect((await post('/profile')).statusCode).toBe(404);
    const { statusCode, headers } = await post('/terms?answer=no');
    expect([statusCode, headers.location]).toEqual([303, '/terms']);
  });

  it.each(['//terms', '//terms/', '///terms'])('sends nobody from %s to another host', async (url) => {
    const { statusCode, headers } = await production.app.inject({ method: 'POST', url, headers: OWN_FORM, payload: 'answer=no' });
    expect([statusCode, headers.location]).toEqual([404, undefined]);
  });
});

it('in development one’s own machine is not asked about, others are', async () => {
  expect((await open(development, [`toolbox@${LOCAL}`])).asks).toBe(false);
  expect((await open(development, [`toolbox@${BUILDS}`])).asks).toBe(true);
  const { set } = await answer(development, [`toolbox@${BUILDS}`], 'load', { origin: 'http://localhost:80' });
  expect(set).toMatch(/^remotes=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
});
