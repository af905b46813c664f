import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../setup/root.mjs';

const execute = promisify(execFile);

/** @returns {Promise<string | undefined>} output of git; undefined if it fails, such as outside of a repository */
async function git(root, args, env = {}) {
  try {
    const { stdout } = await execute('git', args, { cwd: root, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/**
 * Computes the tree hash that a commit of the working tree would have, with changed and new files. Does not change the repository.
 *
 * @param {string} [root] folder of the repository
 * @returns {Promise<string | undefined>} undefined outside of a repository
 */
export async function hashSources(root = ROOT) {
  const [index, objects] = await Promise.all([
    git(root, ['rev-parse', '--git-path', 'index']),
    git(root, ['rev-parse', '--git-path', 'objects']),
  ]);
  if (index === undefined || objects === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'solvent-sources-'));
  const env = {
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(root, objects),
  };
  try {
    // The index records unchanged files, so git does not read them.
    await copyFile(resolve(root, index), env.GIT_INDEX_FILE).catch(() => undefined);
    if ((await git(root, ['add', '--all'], env)) === undefined) return undefined;
    return await git(root, ['write-tree'], env);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Lists the paths that differ from a base commit: `TEST_BASE`, the commit where this branch left `origin/main`, or the previous commit.
 *
 * @returns {Promise<string[] | undefined>} undefined if the base commit does not exist
 */
export async function listChangedPaths() {
  const head = await git(ROOT, ['rev-parse', 'HEAD']);
  const fork = await git(ROOT, ['merge-base', 'HEAD', 'origin/main']);
  const base = process.env.TEST_BASE || (fork && fork !== head ? fork : 'HEAD~1');
  const [changed, added] = await Promise.all([
    git(ROOT, ['diff', '--name-only', base, '--']),
    git(ROOT, ['ls-files', '--others', '--exclude-standard']),
  ]);
  return changed === undefined ? undefined : `${changed}\n${added ?? ''}`.split('\n').filter(Boolean);
}
