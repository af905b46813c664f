import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands, replaceAddresses } from './operating/guide.mjs';
import { openMachine } from './operating/machine.mjs';
import { build } from './setup/build.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

const GUIDES = ['docs/operating.md', 'docs/administration.md'];

/**
 * Joins all blocks into one script, so that later blocks see variables and functions. Prints the location of each block before it
 * runs. Unsets the caller's settings, which would override the file that the guide writes.
 */
const buildScript = (blocks) =>
  [
    'set -euo pipefail',
    `unset ${Object.keys(NO_SETTINGS).join(' ')}`,
    ...blocks.map(({ guide, line, commands }) => `echo "── ${guide}:${line}"\n${commands}`),
  ].join('\n');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `npm test -- --only operating`: runs every command of the operators' guides on a simulated machine. */
await runMain(async () => {
  const blocks = GUIDES.flatMap((guide) =>
    readCommands(readFileSync(join(ROOT, guide), 'utf8')).map((block) => ({ guide, ...block })),
  );
  await build(['@solvent/bucket']);
  const machine = await openMachine();
  try {
    const { code } = await runStep(['bash', '-c', replaceAddresses(buildScript(blocks), machine.replacements)], {
      cwd: machine.home,
      live: true,
      env: machine.env,
    });
    if (code !== 0) {
      process.stdout.write(`${machine.logs()}\n`);
      throw new StartError('A command of the guide failed: see the last location above.');
    }
    process.stdout.write(`All ${blocks.length} blocks of ${GUIDES.join(' and ')} ran.\n`);
  } finally {
    await machine.close();
  }
});
