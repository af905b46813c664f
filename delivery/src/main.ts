import { loadOperatorEnvFile } from '../../scripts/setup/env-file.mjs';
import { ROOT } from '../../scripts/setup/root.mjs';
import { runMain } from '../../scripts/setup/start-error.mjs';
import { runCli } from './cli.ts';

// Who reads may have seen enough, as "head" has: what was begun is done all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await runMain(async () => {
  const file = loadOperatorEnvFile();
  process.exitCode = await runCli(process.argv.slice(2), ROOT, process.env, file);
});
