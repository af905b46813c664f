import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FOLDER } from './api-folder.ts';

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
