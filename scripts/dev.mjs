import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnvFile } from '../shared/setup/env-file.mjs';
import { requireWritable } from '../shared/setup/folders.mjs';
import {
  getFolder,
  excludeBroken,
  listRemotes,
  requireFreeDevPorts,
  requireKnown,
  startDevServers,
  startRspack,
} from './dev/servers.mjs';
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

/** Always includes the shell, because only a shell with React's development build can refresh remotes. */
function listServedNames(requested) {
  const remotes = listRemotes();
  requireKnown(requested, ['shell', ...remotes]);
  return [...new Set(['shell', ...(requested.length > 0 ? requested : remotes)])];
}

/** Formats the address of each remote's first page in a deployed shell. */
function formatAddresses(shell, servers) {
  const query = servers.map(({ name, port }) => `remote=${name}@http://localhost:${port}`).join('&');
  return servers.map(({ name }) => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, getFolder(name), 'remote.json'), 'utf8'));
    const { path = '/' } = paths.find((candidate) => !candidate.path.includes(':')) ?? {};
    return `  ${name.padEnd(14)}${new URL(`${path}?${query}`, shell)}`;
  });
}

/**
 * `pnpm dev <name …> --shell <address>`: runs the dev servers of the named remotes for a deployed shell. The page reloads after
 * each edit, because React's production build cannot refresh components.
 */
async function developInDeployed(shell, requested) {
  const remotes = listRemotes();
  requireKnown(requested, remotes);
  if (!URL.canParse(shell)) throw new StartError(`"${shell}" is not an address: write --shell https://staging.example.`);
  await requireFreeDevPorts(requested.length > 0 ? requested : remotes);
  const services = new Services();
  await untilStopped(services, async () => {
    await install();
    const names = await excludeBroken(requested.length > 0 ? requested : remotes, requested);
    const servers = await phases.run('Starting the dev servers', () =>
      startDevServers(services, names, { SOLVENT_LIVE_RELOAD: 'true' }),
    );
    process.stdout.write(['', ...formatAddresses(shell, servers), '', '  Ctrl+C stops it.', ''].join('\n'));
    await services.failure;
  });
}

/**
 * `pnpm dev [name …]`: runs the product with dev servers for the shell and the named remotes (by default, all). The API restarts
 * when its sources change.
 */
async function developAll(requested) {
  requireLocal(process.env, 'pnpm dev');
  const servedNames = listServedNames(requested);
  const settings = readSettings(process.env);
  requireWritable(settings.dataDir);
  // Before requireFreePorts, which proposes other ports for the product: dev servers cannot use other ports.
  await requireFreeDevPorts(servedNames);
  await requireFreePorts(settings, ['npx pnpm dev', ...requested].join(' '));
  const services = new Services();
  const env = { CHANNEL: 'development' };
  await untilStopped(services, async () => {
    await install();
    const validNames = await excludeBroken(['shell', ...listRemotes()], requested);
    const names = servedNames.filter((name) => validNames.includes(name));
    const builtNames = validNames.filter((name) => !names.includes(name));
    await build(
      ['api', 'delivery', 'demo', 'identity', 'shell', ...builtNames.map((name) => `mf-${name}`)].map(
        (name) => `@solvent/${name}`,
      ),
      { isOptional: isRemote },
    );
    await checkSettings(env);
    const servers = await phases.run('Starting the dev servers', () => startDevServers(services, names));
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
