import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFilesSchema } from '../src/manifest/build-files.ts';
import { BuildFilesPlugin } from './build-files-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

const fixture = makeFixture({
  'src/main.js': "import './main.css'; import(/* webpackChunkName: 'bootstrap' */ './bootstrap.js');",
  'src/main.css': 'body { color: red }',
  'src/bootstrap.js': `
    import './bootstrap.css';
    import latin from './inter-latin-wght.woff2';
    import other from './inter-latin-ext-wght.woff2';
    import greek from './inter-greek-wght.woff2';
    console.log(latin, other, greek);
    import(/* webpackChunkName: 'home' */ './home.js');
    import(/* webpackChunkName: 'problems' */ './problems.js');`,
  'src/bootstrap.css': 'main { color: blue }',
  'src/home.js': "import './late.css'; console.log('home');",
  'src/late.css': 'h1 { color: green }',
  'src/problems.js': "console.log('problems');",
  'src/inter-latin-wght.woff2': 'latin',
  'src/inter-latin-ext-wght.woff2': 'latin-ext',
  'src/inter-greek-wght.woff2': 'greek',
});
afterAll(() => fixture.remove());

const buildWith = (options) =>
  build({
    context: fixture.folder,
    mode: 'production',
    entry: { main: './src/main.js' },
    output: { path: `${fixture.folder}/dist`, filename: '[name].js', assetModuleFilename: '[name][ext]', clean: true },
    module: {
      rules: [
        { test: /\.css$/, type: 'css' },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new BuildFilesPlugin({
        entryName: 'main',
        singletonFiles: {},
        always: ['bootstrap'],
        chunks: ['home'],
        shared: {},
        names: () => ({}),
        ...options,
      }),
    ],
  });

describe('build-files.json', () => {
  it('lists the files that a page preloads', async () => {
    const { errors, files } = await buildWith({
      chunks: ['home', 'problems'],
      shared: { react: '^19.3.1' },
      singletonFiles: {
        '@solvent/x': join(fixture.folder, 'src/problems.js'),
        '@solvent/first': join(fixture.folder, 'src/bootstrap.js'),
      },
      names: () => ({ '@solvent/ui': ['Button'] }),
    });
    expect(errors).toEqual([]);
    const text = readFileSync(`${fixture.folder}/dist/build-files.json`, 'utf8');
    const described = buildFilesSchema.validateSync(JSON.parse(text), { strict: true });
    expect(described).toEqual({
      entry: 'main.js',
      styles: ['main.css', 'bootstrap.css'],
      always: ['bootstrap.js'],
      chunks: { home: ['home.js'], problems: ['problems.js'] },
      takes: { home: [], problems: [] },
      provides: { '@solvent/x': ['problems.js'] },
      fonts: ['inter-latin-wght.woff2'],
      shared: { react: '^19.3.1' },
      names: { '@solvent/ui': ['Button'] },
    });
    for (const file of [described.entry, ...described.styles, ...described.always, ...described.fonts])
      expect(files).toContain(file);
  });

  it('names the libraries in each script, the largest first, and those that evaluate code from text', async () => {
    fixture.write('node_modules/a-chart/index.js', `export const chart = (text) => new Function(text);${'//'.padEnd(500, 'x')}`);
    fixture.write('node_modules/@own/colors/index.js', "export const colors = ['red'];");
    fixture.write(
      'src/problems.js',
      "import { chart } from 'a-chart'; import { colors } from '@own/colors'; console.log(chart, colors);",
    );
    expect((await buildWith({ chunks: ['problems'] })).errors).toEqual([]);
    const { libraries } = buildFilesSchema.validateSync(
      JSON.parse(readFileSync(`${fixture.folder}/dist/build-files.json`, 'utf8')),
    );
    expect(libraries).toEqual({
      'problems.js': [
        { name: 'a-chart', bytes: expect.any(Number), evaluates: true },
        { name: '@own/colors', bytes: expect.any(Number) },
      ],
    });
  });

  it('fails the build with the reason if names are unknown', async () => {
    const names = () => {
      throw new Error('remote.tsx imports all of @solvent/ui');
    };
    const { errors } = await buildWith({ names });
    expect(errors).toEqual([expect.stringContaining('remote.tsx imports all of @solvent/ui')]);
  });

  it('fails the build if a listed chunk does not exist', async () => {
    const { errors } = await buildWith({ chunks: ['home', 'hme'] });
    expect(errors).toEqual([
      expect.stringContaining('remote.json names the page "hme", and src/remote.tsx has no loader of that name among its pages.'),
    ]);
  });
});
