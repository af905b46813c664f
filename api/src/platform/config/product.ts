import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The API runs outside its package: no package.json was found in a parent folder.');
  return findUp(parent);
}

/** The folder of the API's package, for the sources (tests) as well as for the bundle in `dist`. */
export const API_FOLDER = findUp(dirname(fileURLToPath(import.meta.url)));

/** Written by `pnpm image` (scripts/image/assemble.mjs). */
const IMAGE = 'image.json';

export interface Product {
  version: string;
  /** Git revision, or `checkout` when started from the sources. */
  revision: string;
}

export function readProduct(folder = API_FOLDER): Product {
  const image = join(folder, '..', IMAGE);
  const isImage = existsSync(image);
  const { version, revision } = JSON.parse(
    readFileSync(isImage ? image : join(folder, 'package.json'), 'utf8'),
  ) as Partial<Product>;
  return { version: version ?? '', revision: isImage ? (revision ?? '') : 'checkout' };
}
