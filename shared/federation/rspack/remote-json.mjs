import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { basename, join } from 'node:path';
import { iconNodes } from './icon-nodes.mjs';

// Node 24 and later load TypeScript natively, and jest transforms it.
if (!process.features.typescript && !import.meta.jest) register('./typescript-hooks.mjs', import.meta.url);
const { iconsToPublish, remoteJsonProblems } = await import('../src/manifest/index.ts');

const FOLDER = /^mf-/;

function read(root, folder) {
  const file = join(folder, 'remote.json');
  const title = `${basename(folder)}/remote.json`;
  try {
    const written = JSON.parse(readFileSync(file, 'utf8'));
    // Test fixtures may have other folder names.
    const name = FOLDER.test(basename(folder)) ? basename(folder).replace(FOLDER, '') : written?.name;
    const problems = remoteJsonProblems(written, { name, isIcon: (icon) => iconNodes(root, icon) !== undefined });
    return { written, problems: problems.map((problem) => `${title}: ${problem}`) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problems: [`${title} is no JSON: ${error.message}.`] };
    throw error;
  }
}

/**
 * Returns the description that a build publishes.
 *
 * @param {string} root absolute path of the workspace @param {string} folder absolute path of the remote @param {string} version
 * @throws {Error} with a sentence for each problem of its `remote.json`
 */
export function describeRemote(root, folder, version) {
  const { written, problems } = read(root, folder);
  if (problems.length > 0) throw problemsError(problems);
  return { ...written, version, ...iconsToPublish(written, (icon) => iconNodes(root, icon)) };
}

/** @returns {string[]} a sentence for each problem of `remote.json` @param {string} folder absolute path */
export const remoteProblems = (root, folder) => read(root, folder).problems;

/** Omits the stack, which does not help to fix a description. */
function problemsError(problems) {
  const error = new Error(problems.join('\n'));
  error.stack = error.message;
  return error;
}

/**
 * Checks every `remote.json`.
 *
 * @param {string} root absolute path of the workspace
 * @returns {{ sound: string[], broken: string[], problems: string[] }} remotes such as `reports`; a sentence for each problem
 */
export function checkRemotes(root) {
  const folders = readdirSync(root).filter((folder) => FOLDER.test(folder) && existsSync(join(root, folder, 'remote.json')));
  const found = folders.toSorted().map((folder) => ({ name: folder.replace(FOLDER, ''), ...read(root, join(root, folder)) }));
  const isSound = ({ problems }) => problems.length === 0;
  return {
    sound: found.filter(isSound).map(({ name }) => name),
    broken: found.filter((remote) => !isSound(remote)).map(({ name }) => name),
    problems: found.flatMap(({ problems }) => problems),
  };
}
