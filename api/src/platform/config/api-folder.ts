import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The API runs outside its own folder: package.json was not found above it.');
  return findUp(parent);
}

/**
 * The folder of the API's package, where `migrations` and `dist` are. Found by walking up,
 * so that it is the same for the sources (tests) and for the bundle in `dist`.
 */
export const API_FOLDER = findUp(dirname(fileURLToPath(import.meta.url)));
