import { BUDGETS } from '@solvent/federation/manifest';
import { randomBytes } from 'node:crypto';
import { buildRemote, buildShell, remoteBuild } from '../../testing/builds.ts';
import type { RemoteOptions } from '../../testing/builds.ts';
import { openWorkbench } from '../../testing/workbench.ts';
import type { Workbench } from '../../testing/workbench.ts';
import { describeBuild } from '../publish.ts';
import { checkBudgets } from './budgets.ts';
import { checkGlobals } from './globals.ts';
import { findServerBundleProblems } from './server-bundle.ts';
import { checkShape } from './shape.ts';

const PUBLIC_PATHS = [{ path: '/toolbox', page: 'list', render: 'public' as const }];

const REMOTE = '{ pages: { list: () => 1 }, slots: {} }';

/** Code that does not compress. */
const heavy = (bytes: number) => `const noise = '${randomBytes((bytes * 3) / 4).toString('base64')}';`;

describe('the rules of a build', () => {
  /** Findings of toolbox 1.1.0, beside a live toolbox and a live auth. File names are without their hashes. */
  async function findings(options: RemoteOptions) {
    const build = remoteBuild('toolbox', { version: '1.1.0', ...options });
    const [release, live, auth] = await Promise.all([
      describeBuild(build),
      describeBuild(remoteBuild('toolbox')),
      describeBuild(remoteBuild('auth', { page: "localStorage.setItem('solvent.auth.draft', '');" })),
    ]);
    const found = [...(await checkShape(build)), ...checkBudgets(release, live), ...checkGlobals(build, [live, auth])];
    return found.map(({ rule, message }) => ({ rule, message: message.replaceAll(/\.[0-9a-f]{10}\.js/g, '.js') }));
  }

  it.each<[rule: string, options: RemoteOptions, message: string]>([
    ['shape', { exported: 'undefined' }, '"./remote" must export by default { pages: {...} }'],
    [
      'shape',
      { exported: '{ pages: { list: () => 1, lost: () => 1 } }' },
      'the exposed module has the page lost in "pages", which remote.json does not name: add',
    ],
    [
      'shape',
      { exported: '{ pages: { list: "no loader" } }' },
      'remote.json names the page list, and the exposed module has no loader of it in "pages": add',
    ],
    [
      'shape',
      { exported: '{ pages: { list: () => 1 }, slots: "none" }' },
      '"slots" of the exposed module must be loaders by their names, or absent',
    ],
    ['shape', { exported: '(() => { throw new Error("no window") })()' }, 'its exposed module does not load'],
    [
      'shape',
      { slots: ['toolbox-dialog'], exported: REMOTE },
      'remote.json names the slot toolbox-dialog, and the exposed module has no',
    ],
    [
      'shape',
      { paths: PUBLIC_PATHS },
      'remote.json says that pages are public, and there is no src/server.ts that tells of them.',
    ],
    [
      'shape',
      { paths: PUBLIC_PATHS, server: 'module.exports = { default: { pages: {} } };' },
      '"src/server.ts" must export by default { ...remote, heads: {...} }, the type ServerRemote of @solvent/federation.',
    ],
    [
      'shape',
      { paths: PUBLIC_PATHS, server: 'module.exports = { default: { pages: {}, heads: { other() {} } } };' },
      'remote.json says that the page list is public, and "heads" of src/server.ts has none of it: add it.',
    ],
    [
      'shape',
      { paths: PUBLIC_PATHS, server: 'localStorage.getItem("solvent.toolbox");' },
      'its bundle for servers does not load: localStorage is not defined. Nothing may touch the browser before a page is shown',
    ],
    [
      'budget',
      { budget: 0.1 },
      'in the entry with the exposed module (brotli), and its budget is 0.1 kB; toolbox@1.0.0-remote01, which is live, has 0.',
    ],
    [
      'budget',
      { page: heavy(BUDGETS.route * 1000 * 1.4) },
      'in the route /toolbox (brotli), and its budget is 60 kB; toolbox@1.0.0-remote01, which is',
    ],
    ['global', { page: 'window.eval("1");' }, 'toolbox@1.1.0 uses eval in list.js, which no page may do'],
    ['global', { page: 'new Function("return 1")();' }, 'toolbox@1.1.0 uses new Function in list.js, which'],
    [
      'global',
      {
        page: 'new Function("return 1")();',
        libraries: [
          { name: 'recharts', bytes: 300_000, evaluates: true },
          { name: 'd3-shape', bytes: 30_000 },
        ],
      },
      'uses new Function in list.js, by recharts, which no page may do',
    ],
    [
      'budget',
      {
        page: heavy(BUDGETS.route * 1000 * 1.4),
        libraries: [
          { name: 'recharts', bytes: 300_000 },
          { name: 'clsx', bytes: 300 },
        ],
      },
      'Its largest libraries, before minification: recharts 300.0 kB. Load with import()',
    ],
    [
      'global',
      { page: 'localStorage.removeItem("user");' },
      'uses the storage key "user" in list.js, and "user" belongs to the shell: take it from @solvent/store',
    ],
    [
      'global',
      { page: 'const KEYS = { look: "theme" }; (0, store.writeKey)(KEYS.look, "dark");' },
      'uses the storage key "theme" in list.js, and "theme" belongs to the shell: take it from @solvent/store',
    ],
    [
      'global',
      { page: 'const key = (id) => `solvent.auth.${id}`; localStorage.getItem(key(1));' },
      '"solvent.auth.draft" belongs to auth@1.0.0-remote01, which is live',
    ],
    [
      'global',
      { page: '(0, kit.persistedDraft)({ key: `solvent.auth.${id}`, initial: {} });' },
      'uses the storage key "solvent.auth.*" in list.js, and "solvent.auth.draft" belongs to auth@1.0.0-remote01, which is live',
    ],
  ])('has a fault by the rule %s (case %#)', async (rule, options, message) => {
    expect(await findings(options)).toEqual([{ rule, message: expect.stringContaining(message) }]);
  });

  it('stops a bundle for servers that never ends', () => {
    const build = remoteBuild('toolbox', { paths: PUBLIC_PATHS, server: 'for (;;);' });
    expect(findServerBundleProblems(build, 20)).toEqual([expect.stringContaining('does not load: Script execution timed out')]);
  });

  it('hold for a bundle for servers that loads without a browser, a key of its own, and a budget of its own', async () => {
    const server = `
      const react = require('react');
      const context = react.createContext(null);
      const { origin } = new URL('https://example.org/a');
      module.exports = { default: { pages: {}, heads: { list: () => ({ title: origin, description: '' }) } } };`;
    expect(await findings({ paths: PUBLIC_PATHS, server })).toEqual([]);
    expect(await findings({ slots: ['toolbox-dialog'], page: "sessionStorage.getItem('solvent.draft.module.1');" })).toEqual([]);
    const page = heavy(BUDGETS.route * 1000 * 1.4);
    expect(await findings({ page, paths: [{ path: '/toolbox', page: 'list', budget: 100 }] })).toEqual([]);
  });
});

it.each([
  [1000, 0],
  [1001, 1],
])('%s bytes of scripts in the entry exceed a budget of 1 kB %s times', async (bytes, times) => {
  const release = await describeBuild(remoteBuild('toolbox', { budget: 1 }));
  const files = release.files.map((file) => ({ ...file, brotliBytes: file.path === release.build.entry ? bytes : 0 }));
  expect(checkBudgets({ ...release, files }, undefined)).toHaveLength(times);
});

describe('check and publish', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await openWorkbench();
    await buildShell(bench.root);
    await buildRemote(bench.root, 'auth', { page: "localStorage.setItem('solvent.auth.draft', '');" });
    await buildRemote(bench.root, 'toolbox');
    await bench.run('deploy');
  });
  afterEach(() => bench.remove());

  /** Checks another version of the toolbox. Of files it says their names without what they have of their content. */
  async function check(options: RemoteOptions) {
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0', ...options });
    const { code, output } = await bench.run('check', 'toolbox');
    return { code, output: output.replaceAll(/\.[0-9a-f]{10}\.js/g, '.js') };
  }

  it('compare a good build with the live versions, and check stores nothing', async () => {
    const { code, output } = await check({
      slots: ['toolbox-dialog'],
      page: "sessionStorage.getItem('solvent.draft.module.1');",
    });
    expect(output).toContain('toolbox@1.1.0 against revision 1 of production:\n');
    expect(output.match(/^ {2}holds {2}/gm)).toHaveLength(7);
    expect(code).toBe(0);
    expect(bench.has('remotes/toolbox/1.1.0')).toBe(false);
  });

  it('name the conflicting live version, for each rule', async () => {
    const { code, output } = await check({
      contract: '^2.0.0',
      shared: { react: '^20.0.0' },
      paths: [{ path: '/auth', page: 'list' }],
    });
    expect(code).toBe(1);
    for (const rule of ['contract', 'singleton', 'path']) expect(output).toContain(`  fails  ${rule}`);
    expect(output.match(/^ {2}fails {2}/gm)).toHaveLength(3);
    expect(output).toContain('toolbox@1.1.0 needs the shell contract ^2.0.0, but shell@1.0.0-shell001 keeps 1.0.0: put a shell');
    expect(output).toContain('toolbox@1.1.0 needs react ^20.0.0, but shell@1.0.0-shell001 provides 19.3.1: build the');
    expect(output).toContain('auth@1.0.0-remote01 owns /auth and toolbox@1.1.0 owns /auth, which is the same');
  });

  it("refuse a path inside another remote's", async () => {
    await buildRemote(bench.root, 'reports', { paths: [{ path: '/toolbox/stats', page: 'list' }] });
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0', paths: [{ path: '/toolbox/:moduleId', page: 'list' }] });
    await bench.run('deploy', 'toolbox');
    expect(await bench.refused('publish', 'reports')).toContain(
      'path: toolbox@1.1.0 owns /toolbox/:moduleId and reports@1.0.0-remote01 owns /toolbox/stats, and an address may be of both: choose',
    );
  });

  it('refuse to publish a build with a fault', async () => {
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0', page: 'eval("1")' });
    expect(await bench.refused('publish', 'toolbox')).toMatch(/global: toolbox@1\.1\.0 uses eval in list\.[0-9a-f]{10}\.js/);
    expect(bench.has('remotes/toolbox/1.1.0')).toBe(false);
  });

  it('compare a shell with the live remotes', async () => {
    await buildShell(bench.root, { version: '2.0.0', contract: '2.0.0', paths: ['/', '/auth'] });
    const { output } = await bench.run('check', 'shell');
    expect(output).toContain('auth@1.0.0-remote01 needs the shell contract ^1.0.0, but shell@2.0.0 keeps 2.0.0');
    expect(output).toContain('shell@2.0.0 owns /auth and auth@1.0.0-remote01 owns /auth');
  });

  it('apply the rules of the build itself in an empty channel', async () => {
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0', contract: '^9.0.0', page: 'eval("1")' });
    const { output } = await bench.run('check', 'toolbox', '--channel', 'staging');
    expect(output).toContain('toolbox@1.1.0 against nothing, since staging is empty');
    expect(output).toContain('  holds  contract');
    expect(output).toContain('  fails  global');
  });
});
