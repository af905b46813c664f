import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup/root.mjs';
import { requireFreePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

export const folderOf = (name) => (name === 'shell' ? 'shell' : `mf-${name}`);

/** Remotes of the workspace. */
export const remoteNames = () =>
  readdirSync(ROOT)
    .filter((folder) => folder.startsWith('mf-') && existsSync(join(ROOT, folder, 'remote.json')))
    .map((folder) => folder.slice('mf-'.length));

/** @throws StartError where a name is none of the known */
export function requireKnown(asked, known) {
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `There is no remote called ${unknown.join(', ')}: name one or more of ${known.join(', ')}, or none for all.`,
    );
  }
}

/**
 * Leaves out remotes whose `remote.json` is invalid, and prints why: the other remotes still run. Needs the installed packages.
 *
 * @param {string[]} names remotes to serve @param {string[]} asked remotes that the command line names
 * @throws StartError if one of the latter is broken
 */
export async function leaveOutBroken(names, asked) {
  const { checkRemotes } = await import('../../shared/federation/rspack/remote-json.mjs');
  const { broken, problems } = checkRemotes(ROOT);
  if (asked.some((name) => broken.includes(name))) throw new StartError(problems.join('\n'));
  if (broken.length > 0) process.stdout.write(`${problems.join('\n')}\nLeft out until this is fixed: ${broken.join(', ')}.\n`);
  return names.filter((name) => !broken.includes(name));
}

/** The port stands in the package's own configuration. */
async function portOf(name) {
  const { default: config } = await import(pathToFileURL(join(ROOT, folderOf(name), 'rspack.config.mjs')).href);
  return config().devServer.port;
}

/** Runs rspack in a package. */
export function startRspack(services, name, folder, args, env = {}) {
  const program = join(ROOT, folder, 'node_modules/@rspack/cli/bin/rspack.js');
  services.start(name, [program, ...args], { cwd: join(ROOT, folder), env: { NODE_ENV: 'development', ...env } });
}

/** Starts dev servers and waits until each has built. @returns {Promise<{ name: string, port: number }[]>} */
export async function serve(services, names, env) {
  const servers = await Promise.all(names.map(async (name) => ({ name, port: await portOf(name) })));
  for (const { name, port } of servers) {
    await requireFreePort(port, '127.0.0.1', `the port in ${folderOf(name)}/rspack.config.mjs`);
    startRspack(services, `The dev server of ${name}`, folderOf(name), ['dev'], env);
  }
  await Promise.all(
    servers.map(({ name, port }) => services.ready(`http://127.0.0.1:${port}/${name === 'shell' ? 'main' : 'remoteEntry'}.js`)),
  );
  return servers;
}
