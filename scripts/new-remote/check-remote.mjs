import { JEST_ENV } from '../test/steps.mjs';
import { runIn } from './run-in.mjs';

/**
 * Runs all checks on a remote: `pnpm check`, format, unused code, tests.
 *
 * @param {string} workspace folder of the workspace @param {string} name of the remote
 * @throws StartError with the output of the first failed check
 */
export async function checkRemote(workspace, name) {
  const folder = `mf-${name}`;
  const run = (command, env) => runIn(workspace, command, { env });
  await run(['node', 'scripts/check.mjs', name]);
  await run(['oxfmt', '--check', folder]);
  await run(['knip', '--workspace', folder]);
  const tests = ['jest', '--runInBand', '--selectProjects', 'web', '--testPathPatterns', folder];
  await run(tests, JEST_ENV);
}
