import { BUDGETS } from '@solvent/federation/manifest';
import { randomBytes } from 'node:crypto';
import { buildRemote, buildShell } from '../../testing/builds.ts';
import type { RemoteOptions } from '../../testing/builds.ts';
import { openWorkbench } from '../../testing/workbench.ts';
import type { Workbench } from '../../testing/workbench.ts';

const PUBLIC_PATHS = [{ path: '/toolbox', page: 'list', render: 'public' as const }];

const REMOTE = '{ pages: { list: () => 1 }, slots: {} }';

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

/** Code that does not compress. */
const heavy = (bytes: number) => `const noise = '${randomBytes((bytes * 3) / 4).toString('base64')}';`;

it('holds a good build against what is live, and stores nothing', async () => {
  const { code, output } = await check({ slots: ['toolbox-dialog'], page: "sessionStorage.getItem('solvent.draft.module.1');" });
  expect(output).toContain('toolbox@1.1.0 against revision 1 of production:\n');
  expect(output.match(/^ {2}holds {2}/gm)).toHaveLength(6);
  expect(code).toBe(0);
  expect(bench.has('remotes/toolbox/1.1.0')).toBe(false);
});

describe('a build fails', () => {
  it.each<[rule: string, options: RemoteOptions, message: string]>([
    [
      'contract',
      { contract: '^2.0.0' },
      'toolbox@1.1.0 needs the shell contract ^2.0.0, but shell@1.0.0-shell001 keeps 1.0.0: put a shell',
    ],
    [
      'singleton',
      { shared: { react: '^20.0.0' } },
      'toolbox@1.1.0 needs react ^20.0.0, but shell@1.0.0-shell001 provides 19.3.1: build the',
    ],
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
      'shape',
      { paths: PUBLIC_PATHS, server: 'for (;;);' },
      'its bundle for servers does not load: Script execution timed out after 5000ms.',
    ],
    [
      'path',
      { paths: [{ path: '/auth', page: 'list' }] },
      'auth@1.0.0-remote01 owns /auth and toolbox@1.1.0 owns /auth, which is the same',
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
    ['global', { page: 'new Function("return 1")();' }, 'toolbox@1.1.0 uses new Function in list.js'],
    [
      'global',
      { page: 'localStorage.removeItem("user");' },
      'uses the storage key "user" in list.js, and "user" belongs to the shell: take it from @solvent/store',
    ],
    [
      'global',
      { page: 'const key = (id) => `solvent.auth.${id}`; localStorage.getItem(key(1));' },
      '"solvent.auth.draft" belongs to auth@1.0.0-remote01, which is live',
    ],
  ])('by the rule %s (case %#)', async (rule, options, message) => {
    const { code, output } = await check(options);
    expect(code).toBe(1);
    expect(output).toContain(`  fails  ${rule}`);
    expect(output.match(/^ {2}fails {2}/gm)).toHaveLength(1);
    expect(output).toContain(message);
  });

  it('and is not published', async () => {
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0', page: 'eval("1")' });
    const { code, output } = await bench.run('publish', 'toolbox');
    expect(code).toBe(1);
    expect(output).toMatch(/global: toolbox@1\.1\.0 uses eval in list\.[0-9a-f]{10}\.js/);
    expect(bench.has('remotes/toolbox/1.1.0')).toBe(false);
  });
});

it('loads the bundle for servers without a browser, and with stand-ins for what pages share', async () => {
  const server = `
    const react = require('react');
    const context = react.createContext(null);
    const { origin } = new URL('https://example.org/a');
    module.exports = { default: { pages: {}, heads: { list: () => ({ title: origin, description: '' }) } } };`;
  const { code, output } = await check({ paths: PUBLIC_PATHS, server });
  expect(output).toContain('  holds  shape');
  expect(code).toBe(0);
});

it('lets a path have a budget of its own', async () => {
  const page = heavy(BUDGETS.route * 1000 * 1.4);
  const { code } = await check({ page, paths: [{ path: '/toolbox', page: 'list', budget: 100 }] });
  expect(code).toBe(0);
});

it('holds a shell against the live remotes', async () => {
  await buildShell(bench.root, { version: '2.0.0', contract: '2.0.0', paths: ['/', '/auth'] });
  const { output } = await bench.run('check', 'shell');
  expect(output).toContain('auth@1.0.0-remote01 needs the shell contract ^1.0.0, but shell@2.0.0 keeps 2.0.0');
  expect(output).toContain('shell@2.0.0 owns /auth and auth@1.0.0-remote01 owns /auth');
});

it('has nothing to disagree with before anything is live, but the rules of the build itself hold', async () => {
  await buildRemote(bench.root, 'toolbox', { version: '1.1.0', contract: '^9.0.0', page: 'eval("1")' });
  const { output } = await bench.run('check', 'toolbox', '--channel', 'staging');
  expect(output).toContain('toolbox@1.1.0 against nothing, since staging is empty');
  expect(output).toContain('  holds  contract');
  expect(output).toContain('  fails  global');
});
