import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FOLDER } from './api-folder.ts';

/** What `pnpm image` writes beside the programs (scripts/image/assemble.mjs). */
const IMAGE = 'image.json';

/** Which product this is. */
export interface Product {
  version: string;
  /** Of git; `checkout` where it was started from its sources. */
  revision: string;
}

/** @param folder of the API's package */
export function readProduct(folder = API_FOLDER): Product {
  const image = join(folder, '..', IMAGE);
  const isImage = existsSync(image);
  // Both are written by ourselves.
  const { version, revision } = JSON.parse(
    readFileSync(isImage ? image : join(folder, 'package.json'), 'utf8'),
  ) as Partial<Product>;
  return { version: version ?? '', revision: isImage ? (revision ?? '') : 'checkout' };
}
