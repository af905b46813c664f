import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Checks imports by the rules of .dependency-cruiser.mjs.
 *
 * @param {string} folder working directory @param {string[]} paths files and folders in it
 * @returns {Promise<{ modules: object[], summary: { violations: object[] } }>} the result of dependency-cruiser
 */
export async function runDependencyCruiser(folder, paths) {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rules = join(ROOT, '.dependency-cruiser.mjs');
  const { output } = await runStep([process.execPath, program, '--config', rules, '--output-type', 'json', ...paths], {
    cwd: folder,
  });
  try {
    return JSON.parse(output);
  } catch {
    throw new StartError(`The boundaries could not be read:\n${output}`);
  }
}
