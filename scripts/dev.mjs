import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { runProduct } from './setup/product.mjs';
import { ROOT } from './setup/root.mjs';
import { Services } from './setup/services.mjs';
import { loadEnvFile, readSettings, requireFreePort, requireWritable } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

const folderOf = (name) => (name === 'shell' ? 'shell' : `mf-${name}`);

const remoteNames = () =>
  readdirSync(ROOT)
    .filter((folder) => folder.startsWith('mf-') && existsSync(join(ROOT, folder, 'remote.json')))
    .map((folder) => folder.slice('mf-'.length));

/** The shell is always served by its dev server: only React's development build can refresh the remotes in its page. */
function namesToServe(asked) {
  const remotes = remoteNames();
  const unknown = asked.filter((name) => name !== 'shell' && !remotes.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `There is no remote called ${unknown.join(', ')}: name one or more of shell, ${remotes.join(', ')}, or none for all.`,
    );
  }
  return [...new Set(['shell', ...(asked.length > 0 ? asked : remotes)])];
}

/** The port stands in the package's own configuration. */
async function portOf(name) {
  const { default: config } = await import(pathToFileURL(join(ROOT, folderOf(name), 'rspack.config.mjs')).href);
  return config().devServer.port;
}

/** Runs rspack in a package. */
function startRspack(services, name, folder, args) {
  const program = join(ROOT, folder, 'node_modules/@rspack/cli/bin/rspack.js');
  services.start(name, [program, ...args], { cwd: join(ROOT, folder), env: { NODE_ENV: 'development' } });
}

/**
 * `pnpm dev [name …]`: the product with dev servers for the shell and the named remotes (all where none is named), and an
 * API that starts anew when its sources change.
 */
async function main() {
  requireNode();
  loadEnvFile();
  const names = namesToServe(process.argv.slice(2));
  const settings = readSettings(process.env);
  requireWritable(settings.dataDir);
  await requireFreePort(settings.port, settings.host, 'PORT');
  await requireFreePort(settings.identityPort, '127.0.0.1', 'IDENTITY_PORT');
  const services = new Services();
  await untilStopped(services, async () => {
    await install();
    const built = remoteNames().filter((name) => !names.includes(name));
    await build(['api', 'delivery', 'shell', ...built.map((name) => `mf-${name}`)].map((name) => `@solvent/${name}`));
    const servers = await Promise.all(names.map(async (name) => ({ name, port: await portOf(name) })));
    for (const { name, port } of servers) {
      await requireFreePort(port, '127.0.0.1', `the port in ${folderOf(name)}/rspack.config.mjs`);
      startRspack(services, `The dev server of ${name}`, folderOf(name), ['dev']);
    }
    startRspack(services, "The API's build", 'api', ['build', '--watch']);
    await Promise.all(
      servers.map(({ name, port }) => services.ready(`http://127.0.0.1:${port}/${name === 'shell' ? 'main' : 'remoteEntry'}.js`)),
    );
    await runProduct(services, settings, {
      deliver: ['dev', ...servers.map(({ name, port }) => `${name}=http://localhost:${port}`)],
      env: { CHANNEL: 'development' },
      watch: ['--watch'],
    });
    await services.failure;
  });
}

await runMain(main);
