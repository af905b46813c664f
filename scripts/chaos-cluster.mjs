import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain } from './setup/start-error.mjs';
import { buildChaos } from './test/chaos-programs.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm chaos:cluster`: people at work on a cluster while bad days come upon it (decision 0068). Arguments are the program's. */
await runMain(async () => {
  await build();
  await buildChaos();
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  const { code } = await runStep(['node', 'e2e/chaos/dist/cluster.js', ...args], { live: true, env: NO_SETTINGS });
  if (code !== 0) process.exitCode = 1;
});
