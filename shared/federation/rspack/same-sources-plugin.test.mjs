import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { releaseVersion } from './release-version.mjs';
import { SameSourcesPlugin } from './same-sources-plugin.mjs';

let root = '';
let folder = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'solvent-preset-'));
  folder = join(root, 'shell');
  mkdirSync(folder);
  mkdirSync(join(root, 'shared'));
  writeFileSync(join(root, 'pnpm-lock.yaml'), '');
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  writeFileSync(join(folder, 'main.js'), 'console.log(1);');
});

afterEach(() => rmSync(root, { recursive: true }));

async function build(plugins = []) {
  const version = releaseVersion(folder, root);
  const compiler = rspack({
    context: folder,
    mode: 'development',
    entry: './main.js',
    output: { path: join(folder, 'dist') },
    plugins: [...plugins, new SameSourcesPlugin({ folder, root, version })],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  return stats.toJson({ all: false, errors: true }).errors.map(({ message }) => message);
}

/** Somebody saves a file while the build runs. */
const saving = {
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap('saving', () => writeFileSync(join(folder, 'main.js'), 'console.log(2);')),
};

it('lets a build pass whose sources stayed the same', async () => {
  expect(await build()).toEqual([]);
});

it('fails a build whose sources were changed while it ran', async () => {
  expect(await build([saving])).toEqual([
    expect.stringContaining('The sources were changed while they were built: build again.'),
  ]);
});

it('names other sources by another version, and counts neither tests nor what was built', () => {
  const version = releaseVersion(folder, root);
  expect(version).toMatch(/^1\.2\.3-[0-9a-f]{8}$/);
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/main.js'), '');
  writeFileSync(join(folder, 'main.test.js'), '');
  expect(releaseVersion(folder, root)).toBe(version);
  writeFileSync(join(root, 'shared/new.ts'), '');
  expect(releaseVersion(folder, root)).not.toBe(version);
});
