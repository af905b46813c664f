import { delimiter, join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Runs a program of a workspace, in it.
 *
 * @param {string} workspace folder @param {string[]} command program and arguments
 * @param {{ env?: Record<string, string>, folder?: string }} [options] variables besides this process's; where in the workspace
 * @throws StartError with what it said, where it fails
 */
export async function runIn(workspace, command, { env = {}, folder = '.' } = {}) {
  const programs = [folder, '.'].map((place) => join(workspace, place, 'node_modules/.bin'));
  const path = [...programs, process.env.PATH].join(delimiter);
  const { code, output } = await runStep(command, { cwd: join(workspace, folder), env: { PATH: path, ...env } });
  if (code !== 0) throw new StartError(`${command.join(' ')}\n${output}`);
}
