import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** What a copy makes anew, or has no use for; builds are taken along. */
const LEFT_BEHIND = new Set(['node_modules', '.git', '.env', '.data', '.turbo', 'coverage', 'test-results', 'playwright-report']);

/** Copies the workspace, as it stands, to a folder of its own. @returns {Promise<string>} the folder */
export async function copyWorkspace() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'solvent-new-remote-')));
  await cp(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || !LEFT_BEHIND.has(basename(path)) });
  return folder;
}
