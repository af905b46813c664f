import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { listInputs, releaseVersion } from './release-version.mjs';
import { duplicatedSingleton, SINGLETONS } from './singletons.mjs';
import { makeFixture } from './testing/fixture.mjs';
import { jsx, jsxs } from 'react/jsx-runtime';
import { jsxDEV } from './jsx-dev-runtime.mjs';
import pageChunksLoader from './page-chunks-loader.mjs';

describe('chunks of pages', () => {
  const REMOTE = `const remote = {
  pages: { home: () => import('./home.js'), 'view-problem': () => { return import('./view.js'); } },
  slots: { 'role-switch-dialog': () => import('./dialog.js') },
  searches: { problems: () => import('./search.js') },
};
export default remote;`;

  it('names the chunk of each loader by its kind and key', () => {
    const code = pageChunksLoader(REMOTE);
    expect(code).toContain(`home: () => import(/* webpackChunkName: "home" */ './home.js')`);
    expect(code).toContain(`import(/* webpackChunkName: "view-problem" */ './view.js')`);
    expect(code).toContain(`import(/* webpackChunkName: "slots-role-switch-dialog" */ './dialog.js')`);
    expect(code).toContain(`import(/* webpackChunkName: "searches-problems" */ './search.js')`);
  });

  it('ignores imports outside the loaders of a remote', () => {
    const code = `import('./other.js');\nexport default 1;`;
    expect(pageChunksLoader(code)).toBe(code);
  });
});

it('development elements use the shared JSX runtime', () => {
  expect(jsxDEV('p', { children: 'one' }, 'key', false)).toEqual(jsx('p', { children: 'one' }, 'key'));
  expect(jsxDEV('p', { children: ['one', 'two'] }, undefined, true)).toEqual(jsxs('p', { children: ['one', 'two'] }));
});

describe('fast refresh of several builds', () => {
  const renderer = () => ({
    scheduleRefresh() {},
    handler: undefined,
    setRefreshHandler(handler) {
      this.handler = handler;
    },
  });

  it('connects the runtimes of all builds, in any order of start', async () => {
    await import('./share-fast-refresh.mjs');
    const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__;
    const react = renderer();
    const setHandler = react.setRefreshHandler.bind(react);
    react.setRefreshHandler = setHandler;

    const id = hook.inject(react);
    expect(hook.renderers.get(id)).toBe(react); // where a runtime that starts later looks

    const families = { shell: { current: 'new shell' }, toolbox: { current: 'new toolbox' } };
    react.setRefreshHandler((type) => (type === 'shell' ? families.shell : undefined));
    react.setRefreshHandler((type) => (type === 'toolbox' ? families.toolbox : undefined));
    expect(react.handler('shell')).toBe(families.shell);
    expect(react.handler('toolbox')).toBe(families.toolbox);
    expect(react.handler('an unchanged component')).toBeUndefined();
  });
});

describe('versions of releases', () => {
  const depends = (...names) =>
    JSON.stringify({ version: '1.2.3', dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });
  const fixture = makeFixture({
    'mf-toolbox/package.json': depends('@solvent/ui', 'react'),
    'shared/ui/package.json': depends('@solvent/contracts', '@chakra-ui/react'),
    'shared/contracts/package.json': depends(),
    'shared/push/package.json': depends('@solvent/store'),
    'shared/chat/package.json': depends('@solvent/store'),
  });
  const folder = `${fixture.folder}/mf-toolbox`;
  const version = (hash) => releaseVersion(folder, { inputs: [], hash, changedAt: 0 });

  afterEach(() => delete process.env.RELEASE_VERSION);
  afterAll(() => fixture.remove());

  it('are the package version with eight digits of the source hash, or RELEASE_VERSION', () => {
    expect(version('3f9a12bc77aa')).toBe('1.2.3-3f9a12bc');
    process.env.RELEASE_VERSION = '2.0.0-rc.1';
    expect(version('3f9a12bc77aa')).toBe('2.0.0-rc.1');
  });

  it('depend on its own folder, its shared packages, the packages installed for them, and versions of singletons', () => {
    expect(listInputs(folder, fixture.folder)).toEqual([
      'mf-toolbox',
      'shared/contracts',
      'shared/ui',
      'shared/push/package.json',
      'pnpm-lock.yaml#mf-toolbox',
    ]);
  });
});

describe('singletons', () => {
  const STORE = '/repo/node_modules/.pnpm';

  describe('a module of a build', () => {
    it.each([
      [`${STORE}/react@19.3.1/node_modules/react/index.js`, 'react', 'react'],
      [`${STORE}/formik@2.4.9_react@19.3.1/node_modules/formik/dist/formik.esm.js`, 'formik', '@solvent/ui/forms'],
      [`${STORE}/markdown-it@15.0.3/node_modules/markdown-it/dist/markdown-it.mjs`, 'markdown-it', '@solvent/ui/markdown'],
      [`${STORE}/yup@1.7.1/node_modules/yup/index.esm.js`, 'yup', '@solvent/contracts/rules'],
      [`${STORE}/@tanstack+react-query@5/node_modules/@tanstack/react-query/index.js`, '@tanstack/react-query', '@solvent/http'],
      ['/repo/shared/store/src/session.ts', '@solvent/store', '@solvent/store'],
      ['/repo/shared/socket/src/connection.ts', '@solvent/socket', '@solvent/socket'],
    ])('%s is a second copy of %s', (resource, library, facade) => {
      expect(duplicatedSingleton(resource)).toEqual({ library, facade });
    });

    it.each([
      ['/repo/mf-toolbox/src/remote.tsx'],
      ['/repo/mf-auth/src/react/index.ts'],
      ['/repo/shared/contracts/src/index.ts'],
      ['/repo/shared/testing/src/index.ts'],
      ['/repo/shared/chat/src/outbox.ts'],
      ['/repo/shared/chat/src/message-log.ts'],
      ['/repo/shared/chat/src/retry.ts'],
      [`${STORE}/react@19.3.1/node_modules/scheduler/index.js`],
      [`${STORE}/@chakra-ui+icons@1/node_modules/@chakra-ui/icons/index.js`],
    ])('%s is none', (resource) => {
      expect(duplicatedSingleton(resource)).toBeUndefined();
    });
  });

  it.each(SINGLETONS.filter((name) => name.startsWith('@solvent/')))(
    '%s is a real entry point, of a package with a version',
    (name) => {
      const [, packageName, ...rest] = name.split('/');
      const manifest = JSON.parse(readFileSync(join(ROOT, 'shared', packageName, 'package.json'), 'utf8'));
      expect(manifest.exports).toHaveProperty([['.', ...rest].join('/')]);
      // Without one Module Federation only warns, and two copies exist.
      expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
    },
  );
});
