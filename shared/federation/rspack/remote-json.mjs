import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { basename, join } from 'node:path';
import { iconNodes } from './icon-nodes.mjs';

// Node 24 and later load TypeScript natively, and jest transforms it.
if (!process.features.typescript && !import.meta.jest) register('./typescript-hooks.mjs', import.meta.url);
const { iconsToPublish, remoteJsonProblems } = await import('../src/manifest/index.ts');

const FOLDER = /^mf-/;

/** @returns {{ written?: object, problems: string[] }} */
function read(root, folder) {
  const file = join(folder, 'remote.json');
  const title = `${basename(folder)}/remote.json`;
  try {
    const written = JSON.parse(readFileSync(file, 'utf8'));
    // A fixture of tests may be in a folder with another name.
    const name = FOLDER.test(basename(folder)) ? basename(folder).replace(FOLDER, '') : written?.name;
    const problems = remoteJsonProblems(written, { name, isIcon: (icon) => iconNodes(root, icon) !== undefined });
    return { written, problems: problems.map((problem) => `${title}: ${problem}`) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problems: [`${title} is no JSON: ${error.message}.`] };
    throw error;
  }
}

/**
 * The description of a remote that its build publishes.
 *
 * @param {string} root absolute path of the workspace @param {string} folder absolute path of the remote @param {string} version
 * @throws {Error} with a sentence for each problem of its `remote.json`
 */
export function describeRemote(root, folder, version) {
  const { written, problems } = read(root, folder);
  if (problems.length > 0) throw problemsError(problems);
  return { ...written, version, ...iconsToPublish(written, (icon) => iconNodes(root, icon)) };
}

/** @returns {string[]} the problems of a remote's `remote.json`, a sentence each @param {string} folder absolute path */
export const remoteProblems = (root, folder) => read(root, folder).problems;

/** An error without a stack, which would not help to fix a description. */
function problemsError(problems) {
  const error = new Error(problems.join('\n'));
  error.stack = error.message;
  return error;
}

/**
 * Checks the `remote.json` of every remote of the workspace.
 *
 * @param {string} root absolute path of the workspace
 * @returns {{ sound: string[], broken: string[], problems: string[] }} names of remotes, such as `reports`; a sentence for each
 *   problem
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
