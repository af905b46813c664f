import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, inPlaces } from './operating/guide.mjs';
import { openMachine } from './operating/machine.mjs';
import { build } from './setup/build.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

const GUIDE = 'docs/operating.md';

/**
 * All blocks as one script: what one sets is there for the next. Each says where it stands before it runs. Settings of whoever runs this
 * count for nothing: they would win over the file that the guide writes.
 */
const scriptOf = (blocks) =>
  [
    'set -euo pipefail',
    `unset ${Object.keys(NO_SETTINGS).join(' ')}`,
    ...blocks.map(({ line, commands }) => `echo "── ${GUIDE}:${line}"\n${commands}`),
  ].join('\n');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `npm test -- --only operating`: follows the guide of operators, every command of it, on a machine that is a folder. */
await runMain(async () => {
  const blocks = commandsOf(readFileSync(join(ROOT, GUIDE), 'utf8'));
  await build(['@solvent/bucket']);
  const machine = await openMachine();
  try {
    const { code } = await runStep(['bash', '-c', inPlaces(scriptOf(blocks), machine.places)], {
      cwd: machine.home,
      live: true,
      env: machine.env,
    });
    if (code !== 0) {
      process.stdout.write(`${machine.logs()}\n`);
      throw new StartError(
        `The guide does not lead to where it says: the commands after the last line that ${GUIDE} names above failed.`,
      );
    }
    process.stdout.write(`All ${blocks.length} blocks of ${GUIDE} were followed.\n`);
  } finally {
    await machine.close();
  }
});
