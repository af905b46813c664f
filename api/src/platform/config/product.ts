import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@solvent/setup/root';

/** The folder of the API's package. */
export const API_FOLDER = join(ROOT, 'api');

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
