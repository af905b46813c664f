import { loadOperatorEnvFile } from '@solvent/setup/env-file';
import { ROOT } from '@solvent/setup/root';
import { runMain } from '@solvent/setup/start-error';
import { runCli } from './cli.ts';

// A closed pipe, as with "head", does not interrupt the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runMain(async () => {
  const file = loadOperatorEnvFile();
  process.exitCode = await runCli(process.argv.slice(2), ROOT, process.env, file);
});
