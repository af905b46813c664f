import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderRequest } from '@solvent/federation/rendering';
import { channelSchema, storeLayout } from '@solvent/federation/manifest';
import { releasesInFolder } from '../../../testing/releases.ts';
import type { TestReleases } from '../../../testing/releases.ts';
import { buildApi } from '../../../testing/server-process.ts';
import type { BuiltApi } from '../../../testing/server-process.ts';
import { createRenderer } from './renderer.ts';
import type { ApiGet, Renderer } from './renderer.ts';

let built: BuiltApi;
beforeAll(async () => {
  built = await buildApi();
}, 300_000);
afterAll(() => built.remove());

let releases: TestReleases;
let renderer: Renderer;

beforeEach(async () => {
  releases = await releasesInFolder();
  renderer = createRenderer(releases.store, pathToFileURL(join(built.folder, 'render-worker.js')), 12_000);
});
afterEach(async () => {
  renderer.close();
  await releases.close();
});

/** Publishes a release with that server bundle. @returns its storage key */
async function publish(name: string, version: string, code: string): Promise<string> {
  const digest = createHash('sha256').update(code).digest();
  const file = `server.${digest.toString('hex').slice(0, 10)}.cjs`;
  const path = storeLayout.file(name, version, file);
  await releases.store.put(path, code);
  const integrity = `sha256-${digest.toString('base64')}`;
  const build = {
    entry: 'main.js',
    server: file,
    styles: [],
    always: [],
    chunks: {},
    takes: {},
    provides: {},
    fonts: [],
    shared: {},
  };
  const files = [{ path: file, bytes: code.length, brotliBytes: code.length, integrity }];
  await releases.release(name, version, [], { build, files });
  return path;
}

/** Publishes a shell. @returns renders a page with it */
async function publishShell(version: string, code: string): Promise<(get?: ApiGet) => ReturnType<Renderer['render']>> {
  await publish('shell', version, code);
  return (get = async () => ({ status: 200, body: '{}' })) => renderer.render(buildRequest(version), get);
}

const buildRequest = (version: string): RenderRequest => ({
  isSignedIn: false,
  at: 0,
  url: '/home',
  origin: 'https://solvent.test',
  channel: channelSchema.validateSync({ channel: 'production', revision: 1, shell: { version, paths: ['/'] }, remotes: [] }),
  config: { appKey: 'key', identity: { apiKey: 'a', authDomain: 'b', projectId: 'c' }, localMail: false, payments: 'none' },
});

const page = (text: string) => `exports.render = async ({ url }, host) => ({ status: 200, head: ${text} });`;

it('renders a page with the live bundle and its API requests', async () => {
  const render = await publishShell('1.0.0-aa', page("url + (await host.get('/api/problems')).body"));
  const paths: string[] = [];
  const rendered = await render(async (path) => {
    paths.push(path);
    return { status: 200, body: '[1]' };
  });
  expect(rendered).toEqual({ status: 200, head: '/home[1]' });
  expect(paths).toEqual(['/api/problems']);
});

it('provides the singletons of the current shell to remotes', async () => {
  await publish('toolbox', '1.0.0-aa', "exports.react = require('react');");
  const remote = "{ name: 'toolbox', version: '1.0.0-aa' }";
  const shellWith = (react: string) => page(`(await host.evaluate(${remote}, new Map([['react', '${react}']]))).react`);
  const before = await publishShell('1.0.0-ba', shellWith('its React'));
  const after = await publishShell('1.0.0-bb', shellWith('another React'));
  const heads = [await before(), await after(), await before()].map(({ head }) => head);
  expect(heads).toEqual(['its React', 'another React', 'its React']);
});

it('provides no files, processes, environment variables or modules to bundles', async () => {
  const tries = [
    "process.getBuiltinModule('fs').readFileSync('/etc/hostname', 'utf8')",
    "process.getBuiltinModule('child_process').execSync('id').toString()",
    "JSON.stringify(process.env) === '{}' ? null : process.env",
    "require('fs')",
  ];
  const tried = tries.map((code) => `(() => { try { return ${code} } catch (error) { return null } })()`);
  const render = await publishShell('1.0.0-ab', page(`JSON.stringify([${tried.join(',')}])`));
  expect((await render()).head).toBe('[null,null,null,null]');
});

it.each([
  ['throws while it is evaluated', 'throw new Error("bad bundle")', 'bad bundle'],
  ['touches the browser', 'window.title = 1', 'window is not defined'],
  ['throws while it renders', 'exports.render = async () => { throw new Error("boom") }', 'boom'],
  ['waits forever', 'exports.render = () => new Promise(() => undefined)', 'longer than'],
])('fails with a bundle that %s, and renders the next page', async (_what, code, message) => {
  const bad = await publishShell('1.0.0-ac', code);
  await expect(bad()).rejects.toMatchObject({ reason: 'page', message: expect.stringContaining(message) });
  const good = await publishShell('1.0.0-ad', page('1'));
  expect((await good()).head).toBe(1);
});

it.each([
  ['never ends', 'exports.render = async () => { for (;;); }'],
  [
    'takes all memory',
    'const kept = []; exports.render = async () => { for (;;) kept.push(new Array(1e6).fill(0).map(() => ({}))); }',
  ],
])(
  'kills a process whose page %s, and renders the next one in another',
  async (_what, code) => {
    const bad = await publishShell('1.0.0-ae', code);
    await expect(bad()).rejects.toMatchObject({ reason: 'end' });
    const good = await publishShell('1.0.0-af', page('1'));
    expect((await good()).head).toBe(1);
  },
  300_000,
);

it('does not blame the page if the API fails', async () => {
  const render = await publishShell('1.0.0-ba', page("(await host.get('/api/problems')).body"));
  await expect(render(() => new Promise(() => undefined))).rejects.toMatchObject({ reason: 'data' });
  const angry = await publishShell(
    '1.0.0-bb',
    `exports.render = async (_request, host) => { throw new Error((await host.get('/x')).body); }`,
  );
  await expect(angry(async () => ({ status: 503, body: 'gone' }))).rejects.toMatchObject({
    reason: 'data',
    message: expect.stringContaining('gone'),
  });
  // Nor does it accept an incomplete page.
  const patient = await publishShell('1.0.0-bc', page("(await host.get('/x')).status"));
  await expect(patient(async () => ({ status: 429, body: '' }))).rejects.toMatchObject({ reason: 'data' });
  expect((await patient(async () => ({ status: 404, body: '' }))).head).toBe(404);
});

it('reports a missing bundle, and rejects a modified one', async () => {
  await releases.release('shell', '1.0.0-ca', ['main.1a1a1a1a1a.js']);
  const request = buildRequest('1.0.0-ca');
  await expect(renderer.render(request, async () => ({ status: 200, body: '' }))).rejects.toMatchObject({ reason: 'none' });
  await releases.store.put(await publish('shell', '1.0.0-cb', page('1')), page('2'));
  const tampered = buildRequest('1.0.0-cb');
  await expect(renderer.render(tampered, async () => ({ status: 200, body: '' }))).rejects.toMatchObject({
    reason: 'page',
    message: expect.stringContaining('could not be read'),
  });
});

it('ends only the page if the store stalls', async () => {
  await publish('shell', '1.0.0-cc', page('1'));
  const stalled = '1.0.0-cd';
  const store = { ...releases.store };
  const { readJson } = store;
  store.readJson = (key) => (key.includes(stalled) ? new Promise(() => undefined) : readJson(key));
  renderer.close();
  renderer = createRenderer(store, pathToFileURL(join(built.folder, 'render-worker.js')), 12_000);
  const get: ApiGet = async () => ({ status: 200, body: '' });
  const first = renderer.render(buildRequest(stalled), get);
  const second = renderer.render(buildRequest('1.0.0-cc'), get);
  await expect(first).rejects.toMatchObject({ reason: 'page', message: expect.stringContaining('could not be read') });
  expect((await second).head).toBe(1);
});

it('renders one page at a time, each with its own responses', async () => {
  const render = await publishShell(
    '1.0.0-da',
    "let under = 0; exports.render = async (_request, host) => { under += 1; const { body } = await host.get('/x'); const head = `${body} of ${under}`; under -= 1; return { status: 200, head }; }",
  );
  const heads = await Promise.all(
    [1, 2, 3].map(async (one) => (await render(async () => ({ status: 200, body: String(one) }))).head),
  );
  expect(heads).toEqual(['1 of 1', '2 of 1', '3 of 1']);
});
