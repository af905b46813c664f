import { loadEnvFile } from '../shared/setup/env-file.mjs';
import { requireWritable } from '../shared/setup/folders.mjs';
import { build, isRemote } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { checkSettings, runProduct, chooseChannel } from './setup/product.mjs';
import { Services } from './setup/services.mjs';
import { readSettings, requireFreePorts, requireLocal } from './setup/settings.mjs';
import { runMain } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

/** `npm start`: installs, builds and publishes what is missing, then runs the product until Ctrl+C. */
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
    // A remote may fail to build: delivery leaves it out and reports it.
    await build([], { isOptional: isRemote });
    const { channel, ...served } = chooseChannel(process.env);
    const env = { CHANNEL: channel };
    await checkSettings(env);
    await runProduct(services, settings, { ...served, env });
    await services.failure;
  });
}

await runMain(main);
