import { parseArgs } from 'node:util';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** Bundles the attacks, which are TypeScript. */
async function buildProgram() {
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/e2e', 'run', '--silent', 'build:attacks']);
  if (code !== 0) throw new StartError(`${output}\nThe attacks could not be built: see above.`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm attack`: runs the attacks of docs/security.md against a temporary product, or against the one that --product names. */
await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  const { product } = parseArgs({ args, strict: false, options: { product: { type: 'string' } } }).values;
  // A product named by --product is already built.
  if (product === undefined) await build();
  await buildProgram();
  const services = [];
  const openService = (service) => services.push(service) && service.url;
  try {
    const env = {
      DATABASE_URL: openService(await startPostgres(await findPostgres())),
      REDIS_URL: openService(await startRedis(await findRedis())),
    };
    const { code } = await runStep(['node', 'e2e/attacks/dist/main.js', ...args], { live: true, env });
    if (code !== 0) process.exitCode = 1;
  } finally {
    for (const service of services) await service.stop();
  }
});
