import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** Builds what changed since the last time. @param {string[]} [packages] only these and what they need; default all */
export async function build(packages = []) {
  const filters = packages.map((name) => `--filter=${name}`);
  const { code, output } = await runStep(['turbo', 'run', 'build', '--output-logs=errors-only', ...filters]);
  if (code !== 0) throw new StartError(`${output}\nThe build failed: see above, and start again once it is mended.`);
}
