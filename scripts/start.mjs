import { build } from './setup/build.mjs';
import { loadEnvFile } from './setup/env-file.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { checkSettings, runProduct } from './setup/product.mjs';
import { Services } from './setup/services.mjs';
import { readSettings, requireFreePorts, requireLocal, requireWritable } from './setup/settings.mjs';
import { runMain } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

/** `npm start`: whatever is missing is installed, built and published; then the product runs until Ctrl+C. */
async function main() {
  requireNode();
  loadEnvFile();
  requireLocal(process.env, 'npm start');
  const settings = readSettings(process.env);
  requireWritable(settings.dataDir);
  await requireFreePorts(settings, 'npm start');
  const services = new Services();
  await untilStopped(services, async () => {
    await install();
    await build();
    await checkSettings();
    await runProduct(services, settings);
    await services.failure;
  });
}

await runMain(main);
