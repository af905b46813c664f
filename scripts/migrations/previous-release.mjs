import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

const git = (...args) => runStep(['git', ...args]);
const succeeds = async (...args) => (await git(...args)).code === 0;

/**
 * Checks that this clone has a commit, and fetches it if the clone is shallow.
 *
 * @param {string} commit
 * @returns {Promise<string | undefined>} why the commit is not available; undefined if it is
 * @throws StartError if a complete clone does not have it
 */
export async function explainMissingCommit(commit) {
  const { code, output } = await git('rev-parse', '--show-toplevel');
  if (code !== 0) return 'this is no clone of a git repository';
  if (output.trim() !== ROOT) return 'this folder is part of another git repository';
  const hasCommit = () => succeeds('cat-file', '-e', `${commit}^{commit}`);
  if (await hasCommit()) return undefined;
  const { output: shallow } = await git('rev-parse', '--is-shallow-repository');
  if (shallow.trim() !== 'true')
    throw new StartError(`api/migrations/previous-release.json names ${commit}, which is no commit here: correct it.`);
  await git('fetch', '--quiet', '--depth', '1', 'origin', commit);
  return (await hasCommit()) ? undefined : `this clone is shallow, and ${commit} could not be fetched`;
}

/**
 * Checks out a commit into a temporary folder, and installs the API's packages there.
 *
 * @param {string} commit
 * @returns {Promise<string>} the folder; the caller deletes it
 */
export async function checkOut(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-previous-release-'));
  const archive = join(folder, 'sources.tar');
  const install = ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--filter', '.', '--filter', '@solvent/api...'];
  for (const command of [['git', 'archive', '--output', archive, commit], ['tar', '-xf', archive, '-C', folder], install]) {
    const { code, output } = await runStep(command, { cwd: command === install ? folder : ROOT });
    if (code !== 0) throw new StartError(`The previous release could not be set up:\n${output}`);
  }
  return folder;
}

/** @returns {string} the template database of that release's tests, named by a hash of its migrations (api/src/testing/test-database.ts) */
export function readTemplateName(folder) {
  const migrations = join(folder, 'api/migrations');
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const content = names.map((name) => readFileSync(join(migrations, name), 'utf8')).join();
  return `solvent_test_${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}
