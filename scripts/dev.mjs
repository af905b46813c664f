import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnvFile } from '../shared/setup/env-file.mjs';
import { requireWritable } from '../shared/setup/folders.mjs';
import { getFolder, leaveOutBroken, remoteNames, requireFreeDevPorts, requireKnown, serve, startRspack } from './dev/servers.mjs';
import { build, isRemote } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { phases } from './setup/phases.mjs';
import { checkSettings, runProduct } from './setup/product.mjs';
import { ROOT } from './setup/root.mjs';
import { Services } from './setup/services.mjs';
import { readSettings, requireFreePorts, requireLocal } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

/** The shell is always served by its dev server: only React's development build can refresh the remotes in its page. */
function namesToServe(requested) {
  const remotes = remoteNames();
  requireKnown(requested, ['shell', ...remotes]);
  return [...new Set(['shell', ...(requested.length > 0 ? requested : remotes)])];
}

/** First page of each remote in the deployed shell, whose server states whether it allows them. */
function addressesIn(shell, servers) {
  const query = servers.map(({ name, port }) => `remote=${name}@http://localhost:${port}`).join('&');
  return servers.map(({ name }) => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, getFolder(name), 'remote.json'), 'utf8'));
    const { path = '/' } = paths.find((one) => !one.path.includes(':')) ?? {};
    return `  ${name.padEnd(14)}${new URL(`${path}?${query}`, shell)}`;
  });
}

/**
 * `pnpm dev <name …> --shell <address>`: the named remotes inside a deployed shell; nothing else is built or started.
 * React's production build cannot refresh components, so the page reloads after each edit.
 */
async function developInDeployed(shell, requested) {
  const remotes = remoteNames();
  requireKnown(requested, remotes);
  if (!URL.canParse(shell)) throw new StartError(`"${shell}" is no address: write --shell https://staging.example.`);
  await requireFreeDevPorts(requested.length > 0 ? requested : remotes);
  const services = new Services();
  await untilStopped(services, async () => {
    await install();
    const names = await leaveOutBroken(requested.length > 0 ? requested : remotes, requested);
    const servers = await phases.run('Starting the dev servers', () => serve(services, names, { SOLVENT_LIVE_RELOAD: 'true' }));
    process.stdout.write(['', ...addressesIn(shell, servers), '', '  Ctrl+C stops it.', ''].join('\n'));
    await services.failure;
  });
}

/**
 * `pnpm dev [name …]`: the product with dev servers for the shell and the named remotes (by default, all), and an API that
 * restarts when its sources change.
 */
async function developAll(requested) {
  requireLocal(process.env, 'pnpm dev');
  const wanted = namesToServe(requested);
  const settings = readSettings(process.env);
  requireWritable(settings.dataDir);
  // First: other ports of the product, which the next line may propose, do not help where these are in use.
  await requireFreeDevPorts(wanted);
  await requireFreePorts(settings, ['npx pnpm dev', ...requested].join(' '));
  const services = new Services();
  const env = { CHANNEL: 'development' };
  await untilStopped(services, async () => {
    await install();
    const sound = await leaveOutBroken(['shell', ...remoteNames()], requested);
    const names = wanted.filter((name) => sound.includes(name));
    const built = sound.filter((name) => !names.includes(name));
    await build(
      ['api', 'delivery', 'demo', 'identity', 'shell', ...built.map((name) => `mf-${name}`)].map((name) => `@solvent/${name}`),
      { isOptional: isRemote },
    );
    await checkSettings(env);
    const servers = await phases.run('Starting the dev servers', () => serve(services, names));
    startRspack(services, "The API's build", 'api', ['build', '--watch']);
    await runProduct(services, settings, {
      deliver: ['dev', ...servers.map(({ name, port }) => `${name}=http://localhost:${port}`)],
      env,
      watch: ['--watch'],
    });
    await services.failure;
  });
}

async function main() {
  requireNode();
  loadEnvFile();
  const { values, positionals } = parseArgs({ options: { shell: { type: 'string' } }, allowPositionals: true });
  await (values.shell === undefined ? developAll(positionals) : developInDeployed(values.shell, positionals));
}

await runMain(main);
