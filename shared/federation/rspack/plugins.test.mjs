import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { AttachPlugin } from './attach-plugin.mjs';
import { ChunkHashesPlugin } from './chunk-hashes-plugin.mjs';
import { computeIntegrity } from './checksums.mjs';
import { sharedChunks } from './shared-chunks.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

describe('AttachPlugin', () => {
  const fixture = makeFixture({ 'main.js': "import('./page.js');", 'page.js': "console.log('a page');" });
  afterAll(() => fixture.remove());

  async function runEntry(currentScript) {
    const { errors } = await build({
      context: fixture.folder,
      mode: 'production',
      target: ['web', 'es2022'],
      entry: './main.js',
      output: {
        path: join(fixture.folder, 'dist'),
        publicPath: '',
        filename: '[name].js',
        globalObject: 'document.currentScript',
      },
      plugins: [new AttachPlugin()],
    });
    expect(errors).toEqual([]);
    const document = {
      currentScript,
      createElement: () => ({ setAttribute() {} }),
      getElementsByTagName: () => [],
      head: { appendChild() {} },
    };
    runInNewContext(readFileSync(join(fixture.folder, 'dist/main.js'), 'utf8'), { document, setTimeout: () => 0 });
  }

  it('passes the runtime and the script to `attach` of the script, before the entry runs', async () => {
    const attached = [];
    const script = {
      attach(require, own) {
        attached.push(own);
        expect([require.c, require.m, require.u]).toEqual([expect.anything(), expect.anything(), expect.any(Function)]);
        require.f = {
          j(chunkId, promises) {
            attached.push(typeof chunkId);
            promises.push(new Promise(() => undefined)); // never loads
          },
        };
      },
    };
    await runEntry(script);
    expect(attached).toEqual([script, 'number']);
  });

  it('runs an entry whose script has no `attach`', async () => {
    await expect(runEntry({})).resolves.toBeUndefined();
  });
});

describe('ChunkHashesPlugin', () => {
  const fixture = makeFixture({ 'main.js': "import('./page.js'); import('./dialog.js');" });
  afterAll(() => fixture.remove());
  const read = (file) => readFileSync(join(fixture.folder, 'dist', file));

  /** @returns {Promise<{ entry: string, hashes: [id: string, hash: string][], chunks: string[] }>} */
  async function buildPage(text) {
    fixture.write('page.js', `console.log('${text}');`);
    fixture.write('dialog.js', "console.log('a dialog');");
    const { errors, files } = await build({
      context: fixture.folder,
      mode: 'production',
      entry: './main.js',
      output: { path: join(fixture.folder, 'dist'), filename: '[name].[contenthash].js', clean: true },
      optimization: { realContentHash: true },
      plugins: [new ChunkHashesPlugin()],
    });
    expect(errors).toEqual([]);
    const entry = files.find((file) => file.startsWith('main.'));
    const [, list] = /sriHashes=(\{[^}]*\})/.exec(String(read(entry)));
    return { entry, hashes: Object.entries(JSON.parse(list)), chunks: files.filter((file) => file !== entry) };
  }

  it('lists the hash of every chunk in the entry, in the order of ids', async () => {
    const { hashes, chunks } = await buildPage('a page');
    const readChunk = (id) => read(chunks.find((file) => file.startsWith(`${id}.`)));
    expect(hashes).toHaveLength(2);
    expect(hashes).toEqual(hashes.map(([id]) => [id, computeIntegrity(readChunk(id))]));
    expect(hashes.map(([id]) => Number(id))).toEqual(hashes.map(([id]) => Number(id)).toSorted((one, other) => one - other));
  });

  it('another chunk makes another name of the entry', async () => {
    const names = [];
    for (const text of ['a page', 'a changed page', 'a page']) names.push((await buildPage(text)).entry);
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
  });
});

describe('shared chunks', () => {
  const fixture = makeFixture({
    'main.js': "import(/* webpackChunkName: 'bootstrap' */ './bootstrap.js');",
    'bootstrap.js': `
    import { react } from 'react';
    import { route } from 'router';
    import { own } from './own.js';
    console.log(react, route, own, 'the frame');
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
    'node_modules/router/index.js': "export const route = 'the library router';",
    'node_modules/zag/index.js': "export const machine = 'a machine';",
    'node_modules/formik/index.js': "export const form = 'a form';",
  });
  afterAll(() => fixture.remove());

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
    ['React', 'the library react', 'react.js'],
    ['other third-party code of every page', 'the library router', 'libs.js'],
    ['our own of every page', 'our own', 'bootstrap.js'],
    ['the dependency of one singleton', 'a form', 'forms.js'],
    ['a dependency of several late singletons', 'a machine', 'machines.js'],
    ["what the shell's own later code needs of one", 'a modal', 'overlays.js'],
    ["the shell's own later code", 'the menu', 'mobile-menu.js'],
  ])('%s is in one file', (_what, text, file) => {
    expect(holding(text)).toEqual([file]);
  });
});
