import { readFileSync } from 'node:fs';
import { rspack } from '@rspack/core';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { exportedNames, usedNames } from './singleton-names.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

/** Builds the same graph as the plugin of the presets, whose run time jest cannot load. */
const { ModuleFederationPluginV1 } = rspack.container;

let fixture;
afterEach(() => fixture.remove());

/** Builds, and answers the names that are listed of it, or why it does not build. */
async function told(config, names) {
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

/** What a remote uses whose exposed module is that code. */
function usedBy(code, { files = {}, mode = 'production' } = {}) {
  fixture = makeFixture({ 'src/remote.tsx': code, ...files });
  const federation = { name: 'x', filename: 'remoteEntry.js', exposes: { './remote': './src/remote.tsx' }, shared };
  return told(
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
    usedNames,
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

describe('what a remote uses', () => {
  it.each([
    ['a name', "import { Button } from '@solvent/ui'; use(Button);", ui('Button')],
    ['names, each once and in order', "import { b, a } from '@solvent/ui'; use(b, a, b);", ui('a', 'b')],
    ['a name under another one', "import { Button as B } from '@solvent/ui'; use(B.Icon);", ui('Button')],
    ['the default', "import all from '@solvent/ui'; use(all.x);", ui('default')],
    [
      'members of a namespace',
      "import * as ui from '@solvent/ui'; use(ui.Button, ui['Box'], ui.toast());",
      ui('Box', 'Button', 'toast'),
    ],
    ['an element', "import * as React from 'react'; import { Box } from '@solvent/ui'; use(<Box />);", ui('Box')],
    ['what it exports on', "export { Button, Box as Frame } from '@solvent/ui';", ui('Box', 'Button')],
    [
      'an import() that is taken apart',
      "export const f = async () => { const { Markdown: M, x } = await import('@solvent/ui/markdown'); use(M, x); };",
      markdown('Markdown', 'x'),
    ],
    [
      'a member of an import()',
      "export const f = async () => (await import('@solvent/ui/markdown')).Markdown;",
      markdown('Markdown'),
    ],
    [
      'an import() with a name',
      "export const f = async () => { const all = await import('@solvent/ui/markdown'); use(all.Markdown); };",
      markdown('Markdown'),
    ],
    ['then with names', "import('@solvent/ui/markdown').then(({ Markdown }) => use(Markdown));", markdown('Markdown')],
    [
      'then with a member',
      "const l = () => import('@solvent/ui/markdown').then((all) => ({ default: all.Markdown })); use(l, (all) => all.x);",
      markdown('Markdown'),
    ],
    ['then of a function', "import('@solvent/ui/markdown').then(function (all) { use(all.a); }).catch(use);", markdown('a')],
    [
      'an import() ahead',
      "void import('@solvent/ui/markdown'); export const f = async () => { await import('@solvent/ui/markdown'); };",
      markdown(),
    ],
    ['an import for its effects', "import '@solvent/ui';", ui()],
    [
      'nothing by a type',
      "import { type ButtonProps } from '@solvent/ui'; import type { Box } from '@solvent/ui'; use({} as ButtonProps as Box);",
      {},
    ],
    ['nothing by what is never run', "import { Button } from '@solvent/ui'; function never() { return Button; }", ui()],
    [
      'what a library in it uses, and not what it leaves out of one',
      "import { own, used } from 'library'; use(own, used);",
      ui('Badge'),
    ],
    ['nothing of React, which has versions', "import * as React from 'react'; use(React);", {}],
  ])('%s', async (_what, code, names) => {
    expect(await usedBy(code, { files: LIBRARY })).toEqual(names);
  });

  it('is told of modules that are made one, too', async () => {
    const code = "import { list } from './list.tsx'; import { Box } from '@solvent/ui'; use(list, Box);";
    const list =
      "import { Button } from '@solvent/ui'; export const list = () => import('@solvent/ui/markdown').then((all) => use(all.Markdown, Button));";
    expect(await usedBy(code, { files: { 'src/list.tsx': list } })).toEqual({ ...ui('Box', 'Button'), ...markdown('Markdown') });
    fixture.remove();
    const whole = "import * as ui from '@solvent/ui'; export const list = () => use(ui);";
    expect(await usedBy(code, { files: { 'src/list.tsx': whole } })).toContain('src/list.tsx takes @solvent/ui as a whole');
  });

  it('is told of a development build, too', async () => {
    const code =
      "import { Button } from '@solvent/ui'; use(Button); import('@solvent/ui/markdown').then(({ Markdown }) => use(Markdown));";
    expect(await usedBy(code, { mode: 'development' })).toEqual({ ...ui('Button'), ...markdown('Markdown') });
  });
});

describe('a remote does not build whose use cannot be told by names', () => {
  it.each([
    ['a namespace that is handed on', "import * as ui from '@solvent/ui'; use(ui);"],
    ['a name that is known at run time only', "import * as ui from '@solvent/ui'; use(ui[name]);"],
    ['everything exported on', "export * from '@solvent/ui';"],
    ['a namespace exported on', "export * as ui from '@solvent/ui';"],
    ['require', "use(require('@solvent/ui').Button);"],
    ['an import() that is handed on', "use(import('@solvent/ui'));"],
    ['what await gave, handed on', "export const f = async () => { const all = await import('@solvent/ui'); use(all, all.x); };"],
    ['what await gave, exported', "export const all = await import('@solvent/ui');"],
    ['then with any function', "import('@solvent/ui').then(use);"],
    ['then with a rest', "import('@solvent/ui').then(({ Button, ...rest }) => use(Button, rest));"],
    ['a member by a variable', "import('@solvent/ui').then((all) => use(all[name]));"],
    ['an address put together', "import('@solvent/' + 'ui').then(({ Button }) => Button);"],
    ['one of two, put together', "import(`@solvent/ui`).then(use); import('@solvent/ui').then(({ Button }) => Button);"],
  ])('%s', async (_what, code) => {
    expect(await usedBy(code)).toContain(
      'src/remote.tsx takes @solvent/ui as a whole, so nobody can tell whether a shell has what it uses',
    );
  });
});

describe('what the shell exports', () => {
  /** Of a facade with that code. */
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
    return told({ mode, entry: './src/main.js', plugins: [federation] }, (compilation) =>
      exportedNames(compilation, { '@solvent/ui': file }),
    );
  }

  it.each(['production', 'development'])('is every name, used by it or not, and of "export *", too (%s)', async (mode) => {
    const code =
      "export const Button = 1; export { Box as Frame } from './more.js'; export * from './more.js'; export default 1;";
    expect(await exportedBy(code, mode)).toEqual(ui('Box', 'Button', 'Code', 'Frame', 'default'));
  });

  it('must be told: it does not build with what nobody knows', async () => {
    expect(await exportedBy("export const Button = 1; export * from './common.js';")).toContain(
      'Nobody can tell what @solvent/ui exports',
    );
  });
});
