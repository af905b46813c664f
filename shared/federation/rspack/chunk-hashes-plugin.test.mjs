import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { ChunkHashesPlugin } from './chunk-hashes-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

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
