import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

/** Runs one of the API's benchmarks; further arguments are its own. @returns {Promise<boolean>} whether it ended well */
async function bench(name, args = [], databaseUrl = '') {
  process.stdout.write('\n');
  const command = ['node', `api/dist/${name}.js`, ...args];
  return (await runStep(command, { live: true, env: { DATABASE_URL: databaseUrl } })).code === 0;
}

/** Each on an empty server: what one has filled in would be there for the next. */
async function benchOnPostgres(name, args) {
  const server = await startPostgres(await findPostgres());
  try {
    return await bench(name, args, server.url);
  } finally {
    await server.stop();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm bench`: builds the API and measures it (docs/benchmarks.md). `--keep` makes the times what stands on main. */
await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  await build(['@solvent/api']);
  const passed = [];
  for (const name of ['problem-times', 'module-times', 'chat-times'])
    passed.push(await bench(name, args), await benchOnPostgres(name, args));
  passed.push(await bench('sign-in-time'));
  if (passed.includes(false)) process.exitCode = 1;
});
