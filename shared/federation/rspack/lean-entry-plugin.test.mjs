import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LeanEntryPlugin, leanSource } from './lean-entry-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

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
