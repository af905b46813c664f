import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files that identify the folder of a workspace, and that of an image (scripts/image/assemble.mjs). */
const MARKS = ['pnpm-workspace.yaml', 'image.json'];

function findWorkspace(folder) {
  if (MARKS.some((name) => existsSync(join(folder, name)))) return folder;
  const parent = dirname(folder);
  // A program that was taken out of the workspace has the folder that it is started in.
  return parent === folder ? process.cwd() : findWorkspace(parent);
}

/**
 * The folder of the workspace or image, found by walking up, because this file is also part of the API's and delivery's bundles.
 */
export const ROOT = findWorkspace(dirname(fileURLToPath(import.meta.url)));
