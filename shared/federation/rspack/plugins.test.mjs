import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { ChunkHashesPlugin } from './chunk-hashes-plugin.mjs';
import { LeanEntryPlugin, leanSource } from './lean-entry-plugin.mjs';
import { sharedChunks } from './shared-chunks.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

describe('hashes of chunks', () => {
  const fixture = makeFixture({
    'main.js': "self.load = () => [import('./page.js'), import('./other.js')]; self.nameOf = __webpack_get_script_filename__;",
    'page.js': "console.log('a page'); import('./dialog.js');",
    'dialog.js': "console.log('a dialog');",
    'other.js': "console.log('another page');",
  });
  afterAll(() => fixture.remove());

  /** Builds, and answers the text of each script by its name. */
  async function scripts() {
    const { errors, files } = await build({
      context: fixture.folder,
      mode: 'production',
      entry: './main.js',
      output: {
        path: join(fixture.folder, 'dist'),
        clean: true,
        publicPath: '',
        filename: '[name].[contenthash:10].js',
        chunkFilename: '[name].[contenthash:10].js',
      },
      plugins: [new ChunkHashesPlugin({ entryName: 'main', filename: 'entry.[hash].js' })],
    });
    expect(errors).toEqual([]);
    return new Map(files.map((file) => [file, readFileSync(join(fixture.folder, 'dist', file), 'utf8')]));
  }

  const sha256 = (text) => createHash('sha256').update(text);
  const entryOf = (files) => [...files].find(([name]) => name.startsWith('entry.'));

  it('the entry has the hash of every chunk, in the order of their ids, and all are named by their own bytes', async () => {
    const files = await scripts();
    const [name, entry] = entryOf(files);
    expect(name).toBe(`entry.${sha256(entry).digest('hex').slice(0, 10)}.js`);
    for (const [file, text] of files) expect(file).toContain(`.${sha256(text).digest('hex').slice(0, 10)}.js`);
    const listed = [...entry.matchAll(/(\d+):"(sha256-[^"]+)"/g)];
    const chunks = [...files.values()].filter((text) => text !== entry);
    expect(new Set(listed.map(([, , hash]) => hash))).toEqual(
      new Set(chunks.map((text) => `sha256-${sha256(text).digest('base64')}`)),
    );
    const page = {};
    runInNewContext(entry, { self: page, atob });
    const asked = [...files.keys()].filter((file) => file !== name);
    expect(new Set(listed.map(([, id]) => page.nameOf(id)))).toEqual(new Set(asked));
    const ids = listed.map(([, id]) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  it('equal sources make equal files, and a change of a chunk changes that and the entry, and not what loads it', async () => {
    const before = await scripts();
    expect(await scripts()).toEqual(before);
    fixture.write('dialog.js', "console.log('a better dialog');");
    const after = await scripts();
    const changed = [...after.keys()].filter((name) => !before.has(name));
    expect(changed).toHaveLength(2);
    expect(changed).toContainEqual(entryOf(after)[0]);
  });
});

describe('a lean entry', () => {
  const fixture = makeFixture({
    'main.js': "import('./page.js');",
    'page.js': "console.log('a page');",
    'styled.js': "import('./styled-page.js');",
    'styled-page.js': "import './page.css'; console.log('a page with styles');",
    'page.css': 'a { color: red }',
  });
  afterAll(() => fixture.remove());

  async function entryWith(plugins, entry = './main.js') {
    const { errors } = await build({
      context: fixture.folder,
      mode: 'production',
      entry: { main: entry },
      output: { path: join(fixture.folder, 'dist'), clean: true, filename: '[name].js' },
      module: { rules: [{ test: /\.css$/, type: 'css' }] },
      plugins,
    });
    expect(errors).toEqual([]);
    return readFileSync(join(fixture.folder, 'dist/main.js'), 'utf8');
  }

  it('an entry that takes part in a page makes no script and keeps no book of chunks, and still names and asks for them', async () => {
    const [whole, lean] = [await entryWith([]), await entryWith([new LeanEntryPlugin()])];
    for (const ofThePage of [/createElement\(["']script["']\)/, /ChunkLoadError/]) {
      expect(whole).toMatch(ofThePage);
      expect(lean).not.toMatch(ofThePage);
    }
    for (const own of ['.e=', '.u=']) expect(lean).toContain(own);
  });

  it("a shell's loads no styles itself either, which a remote's does where the shell does not, and still names them", async () => {
    const remote = await entryWith([new LeanEntryPlugin()], './styled.js');
    const shell = await entryWith([new LeanEntryPlugin({ isShell: true })], './styled.js');
    expect(remote).toContain('stylesheet');
    expect(shell).not.toContain('stylesheet');
    expect(shell).toContain('.k=');
  });

  it('of what an entry says of its singletons that stays which the page asks, and nothing that only throws', () => {
    // As the bundler writes it.
    const alike = 'strictVersion: false, singleton: true, eager: false, fallback: undefined, treeShakingMode: null';
    const consumed = `{ shareScope: "default", shareKey: "react", import: null, requiredVersion: "^19.3.1", ${alike} }`;
    const orThrow = (name) => `${name} = ${name} || function() { throw new Error("should have ${name}") }`;
    const source = `__webpack_require__.consumesLoadingData = { "2": ${consumed} };
${orThrow('__webpack_require__.f.consumes')}
__webpack_require__.initializeExposesData = { moduleMap: {}, shareScope: "default", };
${orThrow('__webpack_require__.getContainer')};${orThrow('__webpack_require__.initContainer')};`;
    expect(leanSource(source).split('\n')).toEqual([
      '__webpack_require__.consumesLoadingData = { "2": { shareKey: "react", requiredVersion: "^19.3.1", singleton: true, } };',
      '',
      '__webpack_require__.initializeExposesData = { moduleMap: {}, };',
      '',
    ]);
  });
});

describe('shared chunks', () => {
  const fixture = makeFixture({
    'main.js': "import(/* webpackChunkName: 'bootstrap' */ './bootstrap.js');",
    'bootstrap.js': `
    import { react } from 'react';
    import { own } from './own.js';
    console.log(react, own, 'the frame');
    import(/* webpackChunkName: 'overlays' */ './overlays.js');
    import(/* webpackChunkName: 'forms' */ './forms.js');
    import(/* webpackChunkName: 'mobile-menu' */ './mobile-menu.js');`,
    'own.js': "export const own = 'our own';",
    'overlays.js':
      "import { react } from 'react'; import { machine } from 'zag'; import { modal } from './modal.js'; console.log(react, machine, modal);",
    'forms.js': "import { machine } from 'zag'; import { form } from 'formik'; console.log(machine, form);",
    'mobile-menu.js': "import { modal } from './modal.js'; console.log(modal, 'the menu');",
    'modal.js': "export const modal = 'a modal';",
    'node_modules/react/index.js': "export const react = 'the library react';",
    'node_modules/zag/index.js': "export const machine = 'a machine';",
    'node_modules/formik/index.js': "export const form = 'a form';",
  });
  afterAll(() => fixture.remove());

  /** The files that a text is in. */
  let holding;
  beforeAll(async () => {
    const { errors, files } = await build({
      context: fixture.folder,
      mode: 'production',
      entry: './main.js',
      output: { path: join(fixture.folder, 'dist'), filename: '[name].js', chunkFilename: '[name].js' },
      optimization: { splitChunks: { chunks: 'async', cacheGroups: sharedChunks } },
    });
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const texts = files.map((file) => [file, readFileSync(join(fixture.folder, 'dist', file), 'utf8')]);
    holding = (text) => texts.filter(([, code]) => code.includes(text)).map(([file]) => file);
  });

  it.each([
    ['other people’s code of every page', 'the library react', 'libs.js'],
    ['our own of every page', 'our own', 'bootstrap.js'],
    ['what one singleton needs', 'a form', 'forms.js'],
    ['what several need that load later', 'a machine', 'machines.js'],
    ["what the shell's own later code needs of one", 'a modal', 'overlays.js'],
    ["the shell's own later code", 'the menu', 'mobile-menu.js'],
  ])('%s is in one file', (_what, text, file) => {
    expect(holding(text)).toEqual([file]);
  });
});
