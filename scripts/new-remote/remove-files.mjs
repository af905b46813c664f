import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../setup/start-error.mjs';

const git = async (root, ...args) => (await promisify(execFile)('git', args, { cwd: root })).stdout;

const USAGE = 'Usage: pnpm remove-remote <name> [--force], such as "pnpm remove-remote reports".';

/**
 * Validates a request to remove a remote.
 *
 * @param {string} root folder of the workspace @param {string[]} args arguments of the command
 * @returns {Promise<{ name: string, folder: string }>} name and folder of the remote
 * @throws StartError if there is no such remote, or its folder has changes that are not in git
 */
export async function planRemoval(root, args) {
  const [name, ...others] = args.filter((arg) => arg !== '--force');
  if (name === undefined || others.length > 0 || name.startsWith('-')) throw new StartError(USAGE);
  const folder = `mf-${name}`;
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(join(root, folder, 'remote.json')))
    throw new StartError(`There is no remote in ${folder}: name an existing remote, without the "mf-".`);
  if (args.includes('--force')) return { name, folder };
  const changes = await git(root, 'status', '--porcelain', '--', folder).catch(() => undefined);
  if (changes === undefined)
    throw new StartError(`git failed, so ${folder} may not be stored anywhere else: copy it, or add --force to delete it.`);
  if (changes !== '')
    throw new StartError(`${folder} has changes that are not committed: commit them, or add --force to lose them.\n${changes}`);
  return { name, folder };
}

/** Removes the lines of an entry `"mf-reports": { … }` from a text. */
function removeEntry(text, folder) {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(`"${folder}": {`));
  if (first === -1) return text;
  const [indent] = /^\s*/.exec(lines[first]);
  const ends = (line) => line === `${indent}}` || line === `${indent}},`;
  const last = /\},?$/.test(lines[first]) ? first : lines.findIndex((line, at) => at > first && ends(line));
  return lines.toSpliced(first, last - first + 1).join('\n');
}

/** Files with lines for a remote, and functions that remove those lines. */
const MENTIONS = {
  CODEOWNERS: (text, folder) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith(`/${folder}/`))
      .join('\n'),
  'knip.json': removeEntry,
};

/**
 * Deletes the folder of a remote, and the lines for it in other files of the workspace.
 *
 * @param {string} root folder of the workspace @param {string} folder such as `mf-reports`
 * @returns {string[]} paths of the changed files
 */
function removeFiles(root, folder) {
  rmSync(join(root, folder), { recursive: true });
  return Object.entries(MENTIONS).flatMap(([path, removeLines]) => {
    const file = join(root, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const after = removeLines(before, folder);
    if (after === before) return [];
    writeFileSync(file, after);
    return [path];
  });
}

/** Finds lines that still mention the remote. @returns {Promise<string[]>} `file:line:text`; empty if git fails */
async function findRemainingMentions(root, folder) {
  const found = await git(root, 'grep', '-nIw', '-e', folder, '--', '.', ':!pnpm-lock.yaml').catch(() => '');
  return found.split('\n').filter(Boolean);
}

/**
 * Removes a remote from the workspace. Prints the remaining work before it links the packages: if linking fails, the folder
 * is already deleted, so the command cannot run again.
 *
 * @param {string} root folder of the workspace
 * @param {{ name: string, folder: string }} remote from {@link planRemoval}
 * @param {{ link: () => Promise<void>, print?: (text: string) => void }} options `link` links the packages; tests replace `print`
 * @throws StartError if the packages cannot be linked
 */
export async function removeRemote(root, { name, folder }, { link, print = (text) => process.stdout.write(`${text}\n`) }) {
  const changed = removeFiles(root, folder);
  print(`Removed ${[`${folder}/`, ...changed.map((path) => `its lines in ${path}`)].join(', ')}.`);
  print(`If it is live, remove it from the channel: npx pnpm delivery retire ${name}`);
  const remaining = await findRemainingMentions(root, folder);
  if (remaining.length > 0)
    print(['These lines still mention it. Edit them:', ...remaining.map((line) => `  ${line}`)].join('\n'));
  try {
    await link();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message}\n${folder}/ is removed. To update pnpm-lock.yaml, run "npx pnpm install".`);
  }
  print('Updated pnpm-lock.yaml.');
}
