import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';

/** Creates a temporary folder. @param {Record<string, string>} files text by path */
export function makeFixture(files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'solvent-preset-')));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, write, remove: () => rmSync(folder, { recursive: true }) };
}

/** @param {import('@rspack/core').Configuration} config @returns {Promise<{ errors: string[], files: string[] }>} */
export async function build(config) {
  const compiler = rspack(config);
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors, assets } = stats.toJson({ all: false, errors: true, assets: true });
  await promisify(compiler.close.bind(compiler))();
  return { errors: errors.map(({ message }) => message), files: assets.map(({ name }) => name).toSorted() };
}
