import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** Folders that a copy creates itself or does not need. */
const LEFT_BEHIND = new Set(['node_modules', '.git', '.env', '.turbo', 'coverage', 'test-results', 'playwright-report']);

/** Data folders: `.data`, and `.data-2` of a second copy. */
const IS_DATA = /^\.data(?:-|$)/;

/**
 * Copies the workspace, as it stands.
 *
 * @param {string} folder where to; it is made, or empty
 * @param {{ builds?: boolean }} [options] whether what is built is taken along
 */
export async function copyWorkspace(folder, { builds = false } = {}) {
  const isTaken = (name) => !LEFT_BEHIND.has(name) && !IS_DATA.test(name) && (builds || name !== 'dist');
  await cp(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || isTaken(basename(path)) });
}
