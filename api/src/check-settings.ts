import { runProgram } from './platform/config/run-program.ts';
import { preflight } from './preflight/preflight.ts';

/** The program: says whether a server could run on the settings, and changes nothing. A server that runs may have the port. */
runProgram(async (config) => {
  const { warnings, hints } = await preflight(config, { port: false });
  process.stdout.write([...warnings, ...hints, 'The settings are right, and all that they name was reached.', ''].join('\n'));
});
