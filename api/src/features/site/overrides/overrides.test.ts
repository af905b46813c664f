import type { OverrideDecision } from '@solvent/contracts';
import type { RemoteJson } from '@solvent/federation/manifest';
import { parsePageConfig } from '../../../testing/page-settings.ts';
import { buildCanary, openSite, buildRemotePage, buildRemoteJson, VERSIONS } from '../../../testing/site.ts';
import type { TestSite } from '../../../testing/site.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let site: TestSite;
/** A server of a channel that allows overrides. */
let test: TestApp;
/** The consent cookie: see consent.test.ts. */
let consentCookie = '';

async function giveConsent(server: TestApp, requested: string): Promise<string> {
  const { headers } = await server.app.inject({
    method: 'POST',
    url: `/terms?remote=${requested}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ answer: 'load', remote: requested }).toString(),
  });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const publish = (version: string, more: Partial<RemoteJson> = {}, entry = 'remoteEntry.2b2b2b2b2b.js') =>
  site.releases.release(more.name ?? 'toolbox', version, [entry], { remote: buildRemoteJson(version, more) });

beforeAll(async () => {
  site = await openSite();
  for (const version of ['1.0.0-cc', '1.0.0-dd']) await publish(version);
  await publish('2.0.0-new', { contract: '^2.0.0' });
  await publish('2.0.0-wide', { paths: [buildRemotePage('/terms')] });
  await publish('1.0.0-old', {}, 'remoteEntry.2b2b2b2b.js');
  await publish('1.0.0-first', { name: 'forum', paths: [buildRemotePage('/forum')] });
  const pins = { ...VERSIONS, candidate: buildCanary('1.0.0-dd', 0) };
  const origins = ['http://localhost', 'https://builds.example'];
  await site.releases.goLive(1, pins);
  await site.releases.goLive(1, { ...pins, channel: 'staging', overrides: { origins, versions: true } });
  test = await createTestApp({ config: { releases: site.releases.location, channel: 'staging' } });
  consentCookie = await giveConsent(test, 'toolbox@https://builds.example');
});

afterAll(async () => {
  await test.close();
  await site.close();
});

async function loadPage(server: TestApp, ...requested: string[]) {
  const query = new URLSearchParams(requested.map((one) => ['remote', one])).toString();
  const { statusCode, body, headers } = await server.app.inject({ url: `/terms?${query}`, headers: { cookie: consentCookie } });
  return { statusCode, body, overrides: parsePageConfig(body).overrides, policy: String(headers['content-security-policy']) };
}

async function decide(requested: string): Promise<OverrideDecision | undefined> {
  const { overrides } = await loadPage(test, requested);
  expect(overrides).toHaveLength(1);
  return overrides?.[0];
}

it('has no decisions without overrides', async () => {
  const { overrides, policy } = await loadPage(test);
  expect(overrides).toBeUndefined();
  expect(policy).not.toContain('localhost:3003');
});

it.each(['http://localhost:3003', 'http://localhost', 'https://builds.example'])('allows a build from %s', async (origin) => {
  const { overrides, policy, statusCode } = await loadPage(test, `toolbox@${origin}`);
  expect(statusCode).toBe(200);
  expect(overrides).toEqual([{ remote: 'toolbox', target: origin, refused: null }]);
  const socket = origin.replace(/^http/, 'ws');
  for (const rule of ['style-src', 'connect-src', 'img-src', 'font-src'])
    expect(policy).toMatch(new RegExp(`${rule} [^;]* ${origin}[ ;]`));
  expect(policy).toMatch(new RegExp(`connect-src [^;]* ${socket}[ ;]`));
  expect(policy).not.toContain('unsafe');
});

it.each([
  'https://localhost:3003',
  'http://builds.example',
  'https://builds.example:8443',
  'https://evil.example',
  'https://builds.example.evil.example',
  'http://localhost.evil.example:3003',
])('rejects a build from %s, also in the policy', async (origin) => {
  const { overrides, policy } = await loadPage(test, `toolbox@${origin}`);
  expect(overrides).toEqual([
    {
      remote: 'toolbox',
      target: origin,
      refused:
        `The channel staging does not allow builds from ${origin}, only from http://localhost, https://builds.example. ` +
        `The channel's maintainer can allow it: pnpm delivery overrides allow ${origin}.`,
    },
  ]);
  expect(policy).not.toContain(` ${origin}`);
});

it.each([
  'toolbox',
  'toolbox@',
  'toolbox@latest',
  '@http://localhost:3003',
  'Toolbox@http://localhost:3003',
  'toolbox@http://localhost:3003/remoteEntry.js',
  'toolbox@http://user@localhost:3003',
  'toolbox@javascript:alert(1)',
  'toolbox@..%2f',
  "toolbox@http://localhost:3003;script-src 'unsafe-inline'",
  `toolbox@http://${'x'.repeat(200)}.example`,
])('rejects the invalid override %s', async (requested) => {
  const decision = await decide(requested);
  expect(decision?.refused).toMatch(/ is not an override: use <name>@<origin or version>, such as toolbox@http/);
  expect((await loadPage(test, requested)).policy).not.toContain('unsafe');
});

it('escapes the override in the script with the settings', async () => {
  const { body, overrides } = await loadPage(test, 'toolbox@</script><script>alert(1)</script>');
  expect(body).not.toContain('<script>alert');
  expect(overrides?.[0]?.refused).toContain('</script>');
});

it.each([
  ['toolbox', '1.0.0-cc'],
  ['forum', '1.0.0-first'],
])('returns the build of a published version of %s, live or not', async (name, version) => {
  const build = { name, version, entry: `/remotes/${name}/files/remoteEntry.2b2b2b2b2b.js` };
  expect(await decide(`${name}@${version}`)).toMatchObject({ target: version, refused: null, build });
  expect(await decide(`${name}@http://localhost:3009`)).toMatchObject({ refused: null });
});

it.each([
  ['toolbox@9.9.9', 'toolbox@9.9.9 is not published: run "pnpm delivery publish toolbox" first.'],
  ['nobodys@1.0.0', 'nobodys@1.0.0 is not published'],
  ['toolbox@2.0.0-new', 'toolbox@2.0.0-new needs the shell contract ^2.0.0, but shell@1.0.0-aa keeps 1.0.0'],
  [
    'toolbox@1.0.0-old',
    'toolbox@1.0.0-old was built before files were named by their content, and shell@1.0.0-aa cannot load it',
  ],
  ['toolbox@2.0.0-wide', 'shell@1.0.0-aa owns /terms and toolbox@2.0.0-wide owns /terms'],
])('allows %s, which is unavailable, without a build', async (requested, sentence) => {
  const decision = await decide(requested);
  expect(decision).toMatchObject({ refused: null, missing: expect.stringContaining(sentence) });
  expect(decision).not.toHaveProperty('build');
});

it('rejects the shell', async () => {
  expect((await decide('shell@1.0.0-aa'))?.refused).toContain('The shell cannot be overridden: only remotes can.');
});

it('decides on each override, and the first one of each remote', async () => {
  const requested = ['toolbox@http://localhost:1', 'toolbox@http://localhost:2', 'forum@1.0.0-first'];
  const { overrides, policy } = await loadPage(test, ...requested);
  expect(overrides?.map(({ refused }) => refused)).toEqual([null, expect.stringContaining('requested twice'), null]);
  expect(policy).toContain('http://localhost:1 ');
  expect(policy).not.toContain('http://localhost:2');
});

it('limits the number of overrides', async () => {
  const { overrides } = await loadPage(test, ...Array.from({ length: 50 }, (_none, index) => `toolbox@1.0.0-${index}`));
  expect(overrides).toHaveLength(20);
});

describe('a channel that allows nothing', () => {
  it('rejects all origins, and all versions that it does not name', async () => {
    const { overrides, policy } = await loadPage(site.test, 'toolbox@http://localhost:3003');
    expect(overrides?.[0]?.refused).toMatch(
      /^The channel production does not allow builds from http:\/\/localhost:3003, only from its own store\./,
    );
    expect(policy).not.toContain('localhost:3003');
    expect((await loadPage(site.test, 'toolbox@1.0.0-cc')).overrides?.[0]?.refused).toBe(
      'The channel production runs only the versions of toolbox that it names, not 1.0.0-cc. ' +
        '"pnpm delivery overrides versions on" allows any.',
    );
  });

  it.each(['1.0.0-bb', '1.0.0-dd'])('allows %s, which it names', async (version) => {
    expect((await loadPage(site.test, `toolbox@${version}`)).overrides).toMatchObject([{ refused: null, build: { version } }]);
  });

  it('has no build of a stopped canary that the shell cannot load', async () => {
    const old = { entry: '/remotes/toolbox/1.0.0-old/remoteEntry.2b2b2b2b.js', integrity: 'sha384-x' };
    const candidate = { ...buildCanary('1.0.0-old', 0), ...old };
    await site.releases.goLive(1, { ...VERSIONS, channel: 'stopped', candidate });
    const server = await createTestApp({ config: { releases: site.releases.location, channel: 'stopped' } });
    const { overrides } = await loadPage(server, 'toolbox@1.0.0-old');
    await server.close();
    expect(overrides).toMatchObject([{ refused: null, missing: expect.stringContaining('shell@1.0.0-aa cannot load it') }]);
    expect(overrides?.[0]).not.toHaveProperty('build');
  });
});

it('a server with overrides off rejects what the channel allows', async () => {
  const off = await createTestApp({ config: { releases: site.releases.location, channel: 'staging', remoteOverrides: 'off' } });
  const requested = ['toolbox@https://builds.example', 'auth@http://localhost:3003', 'forum@1.0.0-first'];
  const { overrides, policy, statusCode } = await loadPage(off, ...requested);
  await off.close();
  const refused = 'This server runs only live versions. Its operator can allow overrides with REMOTE_OVERRIDES=ask.';
  expect(statusCode).toBe(200);
  expect(overrides).toEqual(requested.map((one) => ({ remote: one.split('@')[0], target: one.split('@')[1], refused })));
  expect(policy).not.toMatch(/builds\.example|localhost:3003/);
});
