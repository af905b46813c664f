import { readFileSync } from 'node:fs';
import { rspack } from '@rspack/core';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { exportedNames, usedNames } from './singleton-names.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

/** Builds the same graph as the plugin of the presets, whose runtime jest cannot load. */
const { ModuleFederationPluginV1 } = rspack.container;

let fixture;
afterEach(() => fixture.remove());

/** @returns the names in `build-files.json`, or the errors of the build */
async function buildAndListNames(config, names) {
  const context = fixture.folder;
  const list = new BuildFilesPlugin({ entryName: 'x', always: [], chunks: [], shared: {}, singletonFiles: {}, names });
  const output = { path: `${context}/dist`, publicPath: 'auto' };
  const { errors } = await build({ context, devtool: false, output, ...config, plugins: [...config.plugins, list] });
  if (errors.length > 0) return errors.join('\n');
  return JSON.parse(readFileSync(`${context}/dist/build-files.json`, 'utf8')).names;
}

const shared = Object.fromEntries(
  ['react', '@solvent/ui', '@solvent/ui/markdown'].map((name) => [
    name,
    { singleton: true, import: false, requiredVersion: '^1.0.0' },
  ]),
);

function usedBy(code, { files = {}, mode = 'production', names = usedNames } = {}) {
  fixture = makeFixture({ 'src/remote.tsx': code, ...files });
  const federation = { name: 'x', filename: 'remoteEntry.js', exposes: { './remote': './src/remote.tsx' }, shared };
  return buildAndListNames(
    {
      mode,
      entry: {},
      resolve: { extensions: ['.tsx', '.js'] },
      module: {
        rules: [
          {
            test: /\.tsx$/,
            loader: 'builtin:swc-loader',
            options: {
              jsc: {
                target: 'es2022',
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'classic' } },
              },
            },
          },
        ],
      },
      plugins: [new ModuleFederationPluginV1(federation)],
    },
    names,
  );
}

const ui = (...names) => ({ '@solvent/ui': names });
const markdown = (...names) => ({ '@solvent/ui/markdown': names });
const LIBRARY = {
  'node_modules/library/package.json': '{ "name": "library", "main": "index.js", "type": "module", "sideEffects": false }',
  'node_modules/library/index.js': "export * from './used.js'; export * from './unused.js'; export const own = 1;",
  'node_modules/library/used.js':
    "import { Badge, Code } from '@solvent/ui'; export const used = () => Badge; export const not = () => Code;",
  'node_modules/library/unused.js': "import { Wrap } from '@solvent/ui'; export const unused = () => Wrap;",
};

describe('the names that a remote uses', () => {
  const USES = {
    'a name': "import { name } from '@solvent/ui'; use(name);",
    'names, each once': "import { b, a } from '@solvent/ui'; use(b, a, b);",
    'a renamed name': "import { renamed as B } from '@solvent/ui'; use(B.Icon);",
    'the default': "import all from '@solvent/ui'; use(all.x);",
    'members of a namespace': "import * as ui from '@solvent/ui'; use(ui.member, ui['quoted'], ui.called());",
    'an element': "import * as React from 'react'; import { Element } from '@solvent/ui'; use(<Element />);",
    're-exports': "export { exported, other as Frame } from '@solvent/ui';",
    'a destructured import()':
      "export const f = async () => { const { destructured: M, x } = await import('@solvent/ui/markdown'); use(M, x); };",
    'a member of an import()': "export const f = async () => (await import('@solvent/ui/markdown')).awaited;",
    'an import() with a name':
      "export const f = async () => { const all = await import('@solvent/ui/markdown'); use(all.named); };",
    'then with names': "import('@solvent/ui/markdown').then(({ inThen }) => use(inThen));",
    'then with a member':
      "const l = () => import('@solvent/ui/markdown').then((all) => ({ default: all.inMember })); use(l, (all) => all.not);",
    'then with a function': "import('@solvent/ui/markdown').then(function (all) { use(all.inFunction); }).catch(use);",
    'an import() ahead':
      "void import('@solvent/ui/markdown'); export const f = async () => { await import('@solvent/ui/markdown'); };",
    'an import for its effects': "import '@solvent/ui';",
    'code that never runs': "import { dead } from '@solvent/ui'; function never() { return dead; }",
    'a library, without its tree-shaken code': "import { own, used } from 'library'; use(own, used);",
  };

  it('includes every name, whatever the syntax of the import', async () => {
    const files = Object.values(USES).map((code, index) => [`src/use-${index}.tsx`, code]);
    const imports = files.map((_file, index) => `export * as use${index} from './use-${index}.tsx';`).join('\n');
    expect(await usedBy(imports, { files: { ...LIBRARY, ...Object.fromEntries(files) } })).toEqual({
      ...ui('Badge', 'Element', 'a', 'b', 'called', 'default', 'exported', 'member', 'name', 'other', 'quoted', 'renamed'),
      ...markdown('awaited', 'destructured', 'inFunction', 'inMember', 'inThen', 'named', 'x'),
    });
  });

  it.each([
    ['has no name for a side-effect import', "import '@solvent/ui';", ui()],
    [
      'excludes types',
      "import { type ButtonProps } from '@solvent/ui'; import type { Box } from '@solvent/ui'; use({} as ButtonProps as Box);",
      {},
    ],
    ['excludes React, which is compared by version', "import * as React from 'react'; use(React);", {}],
  ])('%s', async (_what, code, names) => {
    expect(await usedBy(code)).toEqual(names);
  });

  it('must be exported by the sources of the workspace, if these are known', async () => {
    const exported = { '@solvent/ui': new Set(['Button']) };
    const names = (compilation) => usedNames(compilation, (singleton) => exported[singleton]);
    const code =
      "import { Button, Tooltip } from '@solvent/ui'; import { Any } from '@solvent/ui/markdown'; use(Button, Tooltip, Any);";
    expect(await usedBy(code, { names })).toContain(
      'src/remote.tsx imports Tooltip from @solvent/ui, and @solvent/ui has no Tooltip: use what it exports, or add it there',
    );
  });

  it('includes the names used by concatenated modules', async () => {
    const code = "import { list } from './list.tsx'; import { Box } from '@solvent/ui'; use(list, Box);";
    const list =
      "import { Button } from '@solvent/ui'; export const list = () => import('@solvent/ui/markdown').then((all) => use(all.Markdown, Button));";
    expect(await usedBy(code, { files: { 'src/list.tsx': list } })).toEqual({ ...ui('Box', 'Button'), ...markdown('Markdown') });
    fixture.remove();
    const whole = "import * as ui from '@solvent/ui'; export const list = () => use(ui);";
    expect(await usedBy(code, { files: { 'src/list.tsx': whole } })).toContain('src/list.tsx imports all of @solvent/ui');
  });

  it('is the same in a development build', async () => {
    const code =
      "import { Button } from '@solvent/ui'; use(Button); import('@solvent/ui/markdown').then(({ Markdown }) => use(Markdown));";
    expect(await usedBy(code, { mode: 'development' })).toEqual({ ...ui('Button'), ...markdown('Markdown') });
  });
});

it('fails the build with a list of every file whose names are unknown', async () => {
  const uses = [
    ['a namespace that is passed on', "import * as ui from '@solvent/ui'; use(ui);"],
    ['a name that is known at run time only', "import * as ui from '@solvent/ui'; use(ui[name]);"],
    ['a re-export of everything', "export * from '@solvent/ui';"],
    ['a re-exported namespace', "export * as ui from '@solvent/ui';"],
    ['require', "use(require('@solvent/ui').Button);"],
    ['an import() that is passed on', "use(import('@solvent/ui'));"],
    [
      'the result of await, passed on',
      "export const f = async () => { const all = await import('@solvent/ui'); use(all, all.x); };",
    ],
    ['the result of await, exported', "export const all = await import('@solvent/ui');"],
    ['then with any function', "import('@solvent/ui').then(use);"],
    ['then with a rest', "import('@solvent/ui').then(({ Button, ...rest }) => use(Button, rest));"],
    ['a member by a variable', "import('@solvent/ui').then((all) => use(all[name]));"],
    ['an address put together', "import('@solvent/' + 'ui').then(({ Button }) => Button);"],
    ['one of two, put together', "import(`@solvent/ui`).then(use); import('@solvent/ui').then(({ Button }) => Button);"],
  ];
  const files = uses.map(([, code], index) => [`src/use-${index}.tsx`, code]);
  const imports = files.map((_file, index) => `export * as use${index} from './use-${index}.tsx';`).join('\n');
  const error = await usedBy(imports, { files: Object.fromEntries(files) });
  const listed = uses.filter((_use, index) => error.includes(`src/use-${index}.tsx imports all of @solvent/ui`));
  expect(listed.map(([what]) => what)).toEqual(uses.map(([what]) => what));
});

describe('the names that the shell exports', () => {
  function exportedBy(code, mode = 'production') {
    fixture = makeFixture({
      'src/main.js': "import('./bootstrap.js');",
      'src/bootstrap.js': "import { Button } from '@solvent/ui'; console.log(Button);",
      'node_modules/@solvent/ui/package.json':
        '{ "name": "@solvent/ui", "version": "1.0.0", "sideEffects": false, "main": "index.js" }',
      'node_modules/@solvent/ui/index.js': code,
      'node_modules/@solvent/ui/more.js': 'export const Box = 1; export const Code = 1;',
      'node_modules/@solvent/ui/common.js': 'module.exports = window.common;',
    });
    const file = `${fixture.folder}/node_modules/@solvent/ui/index.js`;
    const federation = new ModuleFederationPluginV1({
      name: 'shell',
      shared: { '@solvent/ui': { singleton: true, version: '1.0.0', import: file } },
    });
    return buildAndListNames({ mode, entry: './src/main.js', plugins: [federation] }, (compilation) =>
      exportedNames(compilation, { '@solvent/ui': file }),
    );
  }

  it.each(['production', 'development'])('includes unused names and "export *" (%s)', async (mode) => {
    const code =
      "export const Button = 1; export { Box as Frame } from './more.js'; export * from './more.js'; export default 1;";
    expect(await exportedBy(code, mode)).toEqual(ui('Box', 'Button', 'Code', 'Frame', 'default'));
  });

  it('fails the build if an export list is unknown', async () => {
    expect(await exportedBy("export const Button = 1; export * from './common.js';")).toContain(
      'The exports of @solvent/ui are unknown',
    );
  });
});
