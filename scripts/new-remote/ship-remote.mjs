import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIn } from './run-in.mjs';

const DELIVERY = ['node', 'delivery/dist/main.js'];

/** The product of a workspace as it is built, without the remote. */
async function startProduct(services, workspace, env) {
  await runIn(workspace, [...DELIVERY, 'deploy', 'shell', 'marketplace'], { env });
  const about = { cwd: workspace, env, quiet: true };
  services.start('The identity emulator', ['api/dist/identity-emulator.js'], about);
  services.start('The API', ['api/dist/main.js'], about);
  await services.ready(`http://127.0.0.1:${env.PORT}/api/health/ready`);
}

/**
 * Does what a team does with a remote: builds it, publishes it, and promotes it while the product runs.
 *
 * @param {import('../setup/services.mjs').Services} services the product is among them afterwards
 * @param {string} workspace its folder @param {string} name of the remote
 * @param {{ PORT: string, IDENTITY_PORT: string, DATA_DIR: string }} env of the product
 */
export async function shipRemote(services, workspace, name, env) {
  const folder = `mf-${name}`;
  await runIn(workspace, ['rspack', 'build'], { folder });
  await startProduct(services, workspace, env);
  await runIn(workspace, [...DELIVERY, 'publish', name], { env });
  const { version } = JSON.parse(await readFile(join(workspace, folder, 'dist/remote.json'), 'utf8'));
  await runIn(workspace, [...DELIVERY, 'promote', `${name}@${version}`, '--why', 'A new remote'], { env });
}
