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
const buildUrl = (requested: readonly string[], path = '/terms') =>
  `${path}?${new URLSearchParams([['from', 'mail'], ...requested.map((one) => ['remote', one])]).toString()}`;

async function open(server: TestApp, requested: readonly string[], cookie?: string) {
  const { body, headers, statusCode } = await server.app.inject({
    url: buildUrl(requested),
    headers: cookie === undefined ? {} : { cookie },
  });
  const heading = /<h1>(.*)<\/h1>/.exec(body)?.[1];
  return { hasForm: body.includes('<form'), heading, body, statusCode, policy: String(headers['content-security-policy']) };
}

/** Submits the consent form. */
async function submitAnswer(
  server: TestApp,
  requested: readonly string[],
  choice: string,
  headers: Record<string, string> = OWN_FORM,
) {
  const { body } = await open(server, requested);
  const hidden = [...body.matchAll(/name="remote" value="([^"]*)"/g)].map(([, value = '']) => ['remote', value]);
  const response = await server.app.inject({
    method: 'POST',
    url: buildUrl(requested),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams([...hidden, ['answer', choice]]).toString(),
  });
  const setCookie = response.headers['set-cookie'];
  const location = String(response.headers.location);
  return { status: response.statusCode, location, setCookie: setCookie?.toString(), cookie: setCookie?.toString().split(';')[0] };
}

describe('code of another origin in production', () => {
  it.each([BUILDS, LOCAL])('from %s needs consent before the page may load anything from there', async (origin) => {
    const { hasForm, heading, body, statusCode, policy } = await open(production, [`toolbox@${origin}`]);
    expect({ hasForm, heading, statusCode }).toEqual({
      hasForm: true,
      heading: `Load “toolbox” from ${origin}?`,
      statusCode: 200,
    });
    expect(body).toContain('Code from there can act as you on Solvent');
    expect(body).not.toContain('<script');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    // The initial keyboard focus.
    expect(body).toMatch(/<button[^>]* autofocus>Don’t load it</);
    expect(body.match(/autofocus/g)).toHaveLength(1);
  });

  it('runs after consent, which this browser remembers', async () => {
    const requested = [`toolbox@${BUILDS}`];
    const { status, location, setCookie, cookie } = await submitAnswer(production, requested, 'load');
    expect(status).toBe(303);
    expect(new URL(location, 'https://solvent.example/terms').search).toBe(
      new URL(buildUrl(requested), 'https://x.example').search,
    );
    expect(setCookie).toMatch(/^__Host-remotes=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const page = await open(production, requested, cookie);
    expect(page.hasForm).toBe(false);
    expect(page.policy).toContain(BUILDS);
    expect((await open(production, requested)).hasForm).toBe(true);
  });

  it('marks the cookie of a change, too, as secure behind a proxy that does not report https', async () => {
    const { headers } = await production.request('PUT', '/api/modules/own/contact', {
      as: await production.signedIn('solver'),
      payload: { showsEmail: true },
    });
    expect(headers['set-cookie']).toBe('wrote=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
  });

  it('needs consent for each origin and remote', async () => {
    const { cookie } = await submitAnswer(production, [`toolbox@${BUILDS}`], 'load');
    for (const other of [`toolbox@https://other.example`, `auth@${BUILDS}`])
      expect((await open(production, [other], cookie)).hasForm).toBe(true);
    expect((await open(production, [`toolbox@${BUILDS}`, `auth@${LOCAL}`], cookie)).heading).toBe(`Load “auth” from ${LOCAL}?`);
  });

  it('does not run if rejected, and is removed from the tab', async () => {
    const refused = await submitAnswer(production, [`toolbox@${BUILDS}/`], 'no');
    expect(refused).toMatchObject({ status: 303, location: '?from=mail&remote=', setCookie: undefined });
    const both = await submitAnswer(production, ['auth@1.0.0-aa', `toolbox@${BUILDS}`], 'no');
    expect(both.location).toBe(`?from=mail&remote=${encodeURIComponent('auth@1.0.0-aa')}`);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['another site, in an old browser', { origin: 'https://evil.example' }],
    ['a page with an opaque origin', { origin: 'null' }],
  ])('gets no consent by a form of %s', async (_what, headers) => {
    expect(await submitAnswer(production, [`toolbox@${BUILDS}`], 'load', headers)).toMatchObject({
      status: 403,
      setCookie: undefined,
    });
  });

  it('gets no consent for builds that the form did not show', async () => {
    const { statusCode, headers } = await production.app.inject({
      method: 'POST',
      url: buildUrl([`toolbox@${BUILDS}`]),
      headers: OWN_FORM,
      payload: 'answer=load&remote=auth%40https%3A%2F%2Fbuilds.example',
    });
    const cookie = headers['set-cookie']?.toString().split(';')[0];
    expect(statusCode).toBe(303);
    expect((await open(production, [`toolbox@${BUILDS}`], cookie)).hasForm).toBe(true);
    expect((await open(production, [`auth@${BUILDS}`], cookie)).hasForm).toBe(true);
  });

  it.each(['__Host-remotes=%', '__Host-remotes=toolbox', 'remotes=toolbox%40https%3A%2F%2Fbuilds.example'])(
    'gets no consent by the cookie %s',
    async (cookie) => {
      expect((await open(production, [`toolbox@${BUILDS}`], cookie)).hasForm).toBe(true);
    },
  );

  it('needs no consent if the channel rejects it, or for a version of the own store', async () => {
    expect((await open(production, ['toolbox@https://evil.example'])).hasForm).toBe(false);
    expect((await open(production, ['toolbox@1.0.0-bb'])).hasForm).toBe(false);
  });

  it('does not affect other POST requests: 404, or a redirect to a public page', async () => {
    const post = (url: string) => production.app.inject({ method: 'POST', url, headers: OWN_FORM, payload: 'answer=load' });
    expect((await post('/profile')).statusCode).toBe(404);
    const { statusCode, headers } = await post('/terms?answer=no');
    expect([statusCode, headers.location]).toEqual([303, '/terms']);
  });

  it.each(['//terms', '//terms/', '///terms'])('does not redirect %s to another host', async (url) => {
    const { statusCode, headers } = await production.app.inject({ method: 'POST', url, headers: OWN_FORM, payload: 'answer=no' });
    expect([statusCode, headers.location]).toEqual([404, undefined]);
  });
});

it('in development, local builds need no consent', async () => {
  expect((await open(development, [`toolbox@${LOCAL}`])).hasForm).toBe(false);
  expect((await open(development, [`toolbox@${BUILDS}`])).hasForm).toBe(true);
  const { setCookie } = await submitAnswer(development, [`toolbox@${BUILDS}`], 'load', { origin: 'http://localhost:80' });
  expect(setCookie).toMatch(/^remotes=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
});
