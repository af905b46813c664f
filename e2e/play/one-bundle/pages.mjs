import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';

/** Folders of all remotes by name. @type {Map<string, string>} */
export const REMOTES = new Map(
  readdirSync(ROOT)
    .filter((folder) => folder.startsWith('mf-'))
    .map((folder) => [folder.slice('mf-'.length), join(ROOT, folder)]),
);

const PATHS = ['/home', '/problems', '/toolbox', '/conversations'];

function pageAt(path) {
  for (const [remote, folder] of REMOTES) {
    const { paths } = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
    const owned = paths.find((one) => one.path === path);
    if (owned) return { path, remote, page: owned.page, needsSession: owned.session === true };
  }
  throw new Error(`No remote has a page at ${path}.`);
}

/** @type {{ path: string, remote: string, page: string, needsSession: boolean }[]} */
export const PAGES = PATHS.map(pageAt);
