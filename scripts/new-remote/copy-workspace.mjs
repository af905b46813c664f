import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** Files and folders that a copy creates itself or does not need. */
const EXCLUDED = new Set(['node_modules', '.git', '.env', '.turbo', 'coverage', 'test-results', 'playwright-report']);

/** Matches data folders: `.data`, and `.data-2` of a second copy. */
const DATA_FOLDER = /^\.data(?:-|$)/;

/**
 * Copies the workspace with uncommitted changes.
 *
 * @param {string} folder missing or empty; is created
 * @param {{ builds?: boolean }} [options] `builds` also copies the builds
 */
export async function copyWorkspace(folder, { builds = false } = {}) {
  const isCopied = (name) => !EXCLUDED.has(name) && !DATA_FOLDER.test(name) && (builds || name !== 'dist');
  await cp(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || isCopied(basename(path)) });
}
