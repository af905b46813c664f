import type { OverrideDecision } from '@solvent/contracts';
import type { RemoteJson } from '@solvent/federation/manifest';
import { pageSettings } from '../../../testing/page-settings.ts';
import { releasesInFolder } from '../../../testing/releases.ts';
import type { TestReleases } from '../../../testing/releases.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let releases: TestReleases;
let test: TestApp;
/** What remembers that this browser's person lets builds of another machine run: consent.test.ts. */
let agreed = '';

async function agreeTo(server: TestApp, asked: string): Promise<string> {
  const { headers } = await server.app.inject({
    method: 'POST',
    url: `/terms?remote=${asked}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ answer: 'load', remote: asked }).toString(),
  });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const remoteJson = (version: string, more: Partial<RemoteJson> = {}): RemoteJson => ({
  name: 'toolbox',
  version,
  contract: '^1.0.0',
  paths: [{ path: '/toolbox', page: 'x', title: 'A page', tabs: true, session: false, preload: 'no' }],
  slots: [],
  searches: [],
  ...more,
});

const publish = (version: string, more: Partial<RemoteJson> = {}) =>
  releases.release(more.name ?? 'toolbox', version, ['remoteEntry.2b2b2b2b2b.js'], { remote: remoteJson(version, more) });

const candidate = { ...remoteJson('1.0.0-dd'), entry: '/remotes/x.js', integrity: 'sha256-x', percent: 0 };

beforeAll(async () => {
  releases = await releasesInFolder();
  const shell = { name: 'shell' as const, version: '1.0.0-aa', contract: '1.0.0', paths: ['/', '/terms'] };
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js'], { shell });
  for (const version of ['1.0.0-bb', '1.0.0-cc', '1.0.0-dd']) await publish(version);
  await publish('2.0.0-new', { contract: '^2.0.0' });
  await publish('2.0.0-wide', {
    paths: [{ path: '/terms', page: 'x', title: 'A page', tabs: true, session: false, preload: 'no' }],
  });
  await releases.release('toolbox', '1.0.0-old', ['remoteEntry.2b2b2b2b.js'], { remote: remoteJson('1.0.0-old') });
  await publish('1.0.0-first', {
    name: 'forum',
    paths: [{ path: '/forum', page: 'x', title: 'A page', tabs: true, session: false, preload: 'no' }],
  });
  const pins = { shell: '1.0.0-aa', toolbox: '1.0.0-bb', candidate };
  const origins = ['http://localhost', 'https://builds.example'];
  await releases.goLive(1, { ...pins });
  await releases.goLive(1, { ...pins, channel: 'staging', overrides: { origins, versions: true } });
  test = await createTestApp({ config: { releases: releases.where, channel: 'staging' } });
  agreed = await agreeTo(test, 'toolbox@https://builds.example');
});

afterAll(async () => {
  await test.close();
  await releases.close();
});

async function load(server: TestApp, ...asked: string[]) {
  const query = new URLSearchParams(asked.map((one) => ['remote', one])).toString();
  const { statusCode, body, headers } = await server.app.inject({ url: `/terms?${query}`, headers: { cookie: agreed } });
  return { statusCode, body, overrides: pageSettings(body).overrides, policy: String(headers['content-security-policy']) };
}

async function decided(asked: string): Promise<OverrideDecision | undefined> {
  const { overrides } = await load(test, asked);
  expect(overrides).toHaveLength(1);
  return overrides?.[0];
}

it('says nothing where nothing is asked for', async () => {
  const { overrides, policy } = await load(test);
  expect(overrides).toBeUndefined();
  expect(policy).not.toContain('localhost:3003');
});

it.each(['http://localhost:3003', 'http://localhost', 'https://builds.example'])('allows a build from %s', async (origin) => {
  const { overrides, policy, statusCode } = await load(test, `toolbox@${origin}`);
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
])('refuses a build from %s, and lets the page load nothing from there', async (origin) => {
  const { overrides, policy } = await load(test, `toolbox@${origin}`);
  expect(overrides).toEqual([
    {
      remote: 'toolbox',
      target: origin,
      refused:
        `The channel staging allows builds from http://localhost, https://builds.example, and not from ${origin}. ` +
        `Who keeps the channel can allow it: pnpm delivery overrides allow ${origin}.`,
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
  "toolbox@http://localhost:3003;script-src 'unsafe-inline'",
  `toolbox@http://${'x'.repeat(200)}.example`,
])('has no sense for %s', async (asked) => {
  const decision = await decided(asked);
  expect(decision?.refused).toMatch(/ is no override: write it as <name>@<origin or version>, such as toolbox@http/);
  expect((await load(test, asked)).policy).not.toContain('unsafe');
});

it('keeps an address from ending the script that holds the settings', async () => {
  const { body, overrides } = await load(test, 'toolbox@</script><script>alert(1)</script>');
  expect(body).not.toContain('<script>alert');
  expect(overrides?.[0]?.refused).toContain('</script>');
});

it('gives the build of a published version, as the channel would pin it', async () => {
  const decision = await decided('toolbox@1.0.0-cc');
  expect(decision).toMatchObject({
    remote: 'toolbox',
    target: '1.0.0-cc',
    refused: null,
    build: { name: 'toolbox', version: '1.0.0-cc', entry: '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js' },
  });
});

it('takes a remote that is not live yet', async () => {
  expect(await decided('forum@1.0.0-first')).toMatchObject({ refused: null, build: { name: 'forum' } });
  expect(await decided('forum@http://localhost:3009')).toMatchObject({ refused: null });
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
])('allows %s, which cannot be had, so that nothing runs in its place', async (asked, sentence) => {
  const decision = await decided(asked);
  expect(decision).toMatchObject({ refused: null, missing: expect.stringContaining(sentence) });
  expect(decision).not.toHaveProperty('build');
});

it.each([
  ['shell@1.0.0-aa', 'The shell cannot be overridden: only remotes can.'],
  ['toolbox@..%2f', ' is no override'],
])('refuses %s', async (asked, sentence) => {
  const decision = await decided(asked);
  expect(decision?.refused).toContain(sentence);
  expect(decision).not.toHaveProperty('build');
});

it('decides on each of several, and on the first of two for one remote', async () => {
  const asked = ['toolbox@http://localhost:1', 'toolbox@http://localhost:2', 'forum@1.0.0-first'];
  const { overrides, policy } = await load(test, ...asked);
  expect(overrides?.map(({ refused }) => refused)).toEqual([null, expect.stringContaining('asked for twice'), null]);
  expect(policy).toContain('http://localhost:1 ');
  expect(policy).not.toContain('http://localhost:2');
});

it('looks at no more than a person could mean', async () => {
  const { overrides } = await load(test, ...Array.from({ length: 50 }, (_none, index) => `toolbox@1.0.0-${index}`));
  expect(overrides).toHaveLength(20);
});

describe('a channel that allows nothing', () => {
  let closed: TestApp;

  beforeAll(async () => {
    closed = await createTestApp({ config: { releases: releases.where } });
  });

  afterAll(() => closed.close());

  it('refuses every origin and every version but those that it names', async () => {
    const { overrides, policy } = await load(closed, 'toolbox@http://localhost:3003');
    expect(overrides?.[0]?.refused).toMatch(
      /^The channel production allows builds from nowhere else, and not from http:\/\/localhost:3003/,
    );
    expect(policy).not.toContain('localhost:3003');
    expect((await load(closed, 'toolbox@1.0.0-cc')).overrides?.[0]?.refused).toBe(
      'The channel production runs no version of toolbox but those that it names, and not 1.0.0-cc. ' +
        '"pnpm delivery overrides versions on" allows any.',
    );
  });

  it.each(['1.0.0-bb', '1.0.0-dd'])('lets a tester have %s, which it names', async (version) => {
    expect((await load(closed, `toolbox@${version}`)).overrides).toMatchObject([{ refused: null, build: { version } }]);
  });

  it('lets nobody have a canary that was stopped before the shell came that cannot load it', async () => {
    const old = {
      ...remoteJson('1.0.0-old'),
      entry: '/remotes/toolbox/1.0.0-old/remoteEntry.2b2b2b2b.js',
      integrity: 'sha384-x',
    };
    const pins = { shell: '1.0.0-aa', toolbox: '1.0.0-bb', channel: 'stopped', candidate: { ...old, percent: 0 } };
    await releases.goLive(1, pins);
    const server = await createTestApp({ config: { releases: releases.where, channel: 'stopped' } });
    const { overrides } = await load(server, 'toolbox@1.0.0-old');
    await server.close();
    expect(overrides).toMatchObject([{ refused: null, missing: expect.stringContaining('shell@1.0.0-aa cannot load it') }]);
    expect(overrides?.[0]).not.toHaveProperty('build');
  });
});

it('a server that is not to run any refuses what the channel allows', async () => {
  const off = await createTestApp({ config: { releases: releases.where, channel: 'staging', remoteOverrides: 'off' } });
  const { overrides, policy, statusCode } = await load(
    off,
    'toolbox@https://builds.example',
    'auth@http://localhost:3003',
    'forum@1.0.0-first',
  );
  await off.close();
  const refused = 'This server runs nothing but what is live. Who runs it can change that: REMOTE_OVERRIDES=ask.';
  expect(statusCode).toBe(200);
  expect(overrides).toEqual([
    { remote: 'toolbox', target: 'https://builds.example', refused },
    { remote: 'auth', target: 'http://localhost:3003', refused },
    { remote: 'forum', target: '1.0.0-first', refused },
  ]);
  expect(policy).not.toMatch(/builds\.example|localhost:3003/);
});
