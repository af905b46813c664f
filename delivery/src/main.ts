import { runCli } from './cli.ts';

// Who reads may have seen enough, as "head" has: what was begun is done all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCli(process.argv.slice(2), process.cwd(), process.env);
