import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Bundles the programs of e2e/chaos, which are TypeScript. */
export async function buildChaos() {
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/e2e', 'run', '--silent', 'build:chaos']);
  if (code !== 0) throw new StartError(`${output}\nThe chaos programs could not be built: see above.`);
}
