import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JEST_ENV } from '../test/steps.mjs';
import { runIn } from './run-in.mjs';

/** The rest of the workspace has been checked by others: only the remote, and what it stands on, is read. */
const typesOf = (folder) => JSON.stringify({ extends: './tsconfig.web.json', include: [`${folder}/src`, 'shared/ui/src'] });

/**
 * Holds a remote to what all code is held to: types, lint, format, boundaries, unused code, tests.
 *
 * @param {string} workspace folder of the workspace @param {string} name of the remote
 * @throws StartError with what the first tool that finds something says
 */
export async function checkRemote(workspace, name) {
  const folder = `mf-${name}`;
  const run = (command, env) => runIn(workspace, command, { env });
  await writeFile(join(workspace, 'tsconfig.remote.json'), typesOf(folder));
  await run(['tsc', '-p', 'tsconfig.remote.json']);
  await run(['oxlint', '--deny-warnings', folder]);
  await run(['oxfmt', '--check', folder]);
  await run(['depcruise', '--config', '.dependency-cruiser.mjs', folder]);
  await run(['knip', '--workspace', folder]);
  const tests = ['jest', '--runInBand', '--selectProjects', 'web', '--testPathPatterns', folder];
  await run(tests, JEST_ENV);
}
