import { existsSync } from 'node:fs';
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
