import { delimiter, join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Runs a program of a workspace in its folder.
 *
 * @param {string} workspace folder of the workspace @param {string[]} command program and arguments
 * @param {{ env?: Record<string, string>, folder?: string }} [options] additional variables; subfolder to run in
 * @throws StartError with its output, if it fails
 */
export async function runIn(workspace, command, { env = {}, folder = '.' } = {}) {
  const programs = [folder, '.'].map((path) => join(workspace, path, 'node_modules/.bin'));
  const searchPath = [...programs, process.env.PATH].join(delimiter);
  const { code, output } = await runStep(command, { cwd: join(workspace, folder), env: { PATH: searchPath, ...env } });
  if (code !== 0) throw new StartError(`${command.join(' ')}\n${output}`);
}
