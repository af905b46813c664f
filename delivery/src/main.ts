import { loadOperatorEnvFile } from '../../scripts/setup/env-file.mjs';
import { ROOT } from '../../scripts/setup/root.mjs';
import { runMain } from '../../scripts/setup/start-error.mjs';
import { runCli } from './cli.ts';

// A closed pipe, as with "head", does not interrupt the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runMain(async () => {
  const file = loadOperatorEnvFile();
  process.exitCode = await runCli(process.argv.slice(2), ROOT, process.env, file);
});
