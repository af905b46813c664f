import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { isFree } from '../../shared/setup/ports.mjs';
import { StartError } from '../setup/start-error.mjs';
import { getDevPort } from './dev-port.mjs';

export const getFolder = (name) => (name === 'shell' ? 'shell' : `mf-${name}`);

export const listRemotes = () =>
  readdirSync(ROOT)
    .filter((folder) => folder.startsWith('mf-') && existsSync(join(ROOT, folder, 'remote.json')))
    .map((folder) => folder.slice('mf-'.length));

/** @throws StartError if a name is not known */
export function requireKnown(requested, known) {
  const unknown = requested.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `There is no remote called ${unknown.join(', ')}: name one or more of ${known.join(', ')}, or none for all.`,
    );
  }
}

/**
 * Leaves out remotes whose `remote.json` is invalid, and prints the errors. Needs the installed packages.
 *
 * @param {string[]} names remotes to serve @param {string[]} requested remotes that the command line names
 * @returns {Promise<string[]>} names of the valid remotes
 * @throws StartError if a requested remote is invalid
 */
export async function excludeBroken(names, requested) {
  const { checkRemotes } = await import('../../shared/federation/rspack/remote-json.mjs');
  const { broken, problems } = checkRemotes(ROOT);
  if (requested.some((name) => broken.includes(name))) throw new StartError(problems.join('\n'));
  if (broken.length > 0) process.stdout.write(`${problems.join('\n')}\nLeft out until this is fixed: ${broken.join(', ')}.\n`);
  return names.filter((name) => !broken.includes(name));
}

/**
 * Checks that the ports of dev servers are free. Another copy of the product may use them.
 *
 * @param {string[]} names names of the shell and of remotes @param {string} root folder of the workspace
 * @throws StartError if a port is in use
 */
export async function requireFreeDevPorts(names, root = ROOT) {
  for (const name of names) {
    const folder = getFolder(name);
    const port = getDevPort(join(root, folder));
    if (!(await isFree(port, '127.0.0.1')))
      throw new StartError(
        `Port ${port} is in use, which the dev server of ${name} needs: stop the program that has it, or change the port in ${folder}/rspack.config.mjs. Only one copy of the product at a time can run dev servers. Another copy can run "npm start" beside it.`,
      );
  }
}

export function startRspack(services, name, folder, args, env = {}) {
  const program = join(ROOT, folder, 'node_modules/@rspack/cli/bin/rspack.js');
  services.start(name, [program, ...args], { cwd: join(ROOT, folder), env: { NODE_ENV: 'development', ...env } });
}

/** Starts dev servers and waits until their first builds are complete. @returns {Promise<{ name: string, port: number }[]>} */
export async function startDevServers(services, names, env) {
  await requireFreeDevPorts(names);
  const servers = names.map((name) => ({ name, port: getDevPort(join(ROOT, getFolder(name))) }));
  for (const { name } of servers) startRspack(services, `The dev server of ${name}`, getFolder(name), ['dev'], env);
  await Promise.all(
    servers.map(({ name, port }) => services.ready(`http://127.0.0.1:${port}/${name === 'shell' ? 'main' : 'remoteEntry'}.js`)),
  );
  return servers;
}
