import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/**
 * Reads imports by the rules of .dependency-cruiser.mjs.
 *
 * @param {string} folder where to look @param {string[]} paths what to read in it
 * @returns {Promise<{ modules: object[], summary: { violations: object[] } }>} as dependency-cruiser gives them
 */
export async function cruise(folder, paths) {
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
