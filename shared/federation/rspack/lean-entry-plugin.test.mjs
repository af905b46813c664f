import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LeanEntryPlugin } from './lean-entry-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

const fixture = makeFixture({ 'main.js': "import('./page.js');", 'page.js': "console.log('a page');" });
afterAll(() => fixture.remove());

async function entryWith(plugins) {
  const { errors } = await build({
    context: fixture.folder,
    mode: 'production',
    entry: './main.js',
    output: { path: join(fixture.folder, 'dist'), clean: true, filename: '[name].js' },
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
