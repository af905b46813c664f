import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findWorkspace(folder) {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  const parent = dirname(folder);
  // A program that was taken out of the workspace has the folder that it is started in.
  return parent === folder ? process.cwd() : findWorkspace(parent);
}

/** The workspace's folder: found by walking up, since this file is part of the API's and delivery's bundles, too. */
export const ROOT = findWorkspace(dirname(fileURLToPath(import.meta.url)));
