import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What the server or the shell keeps for itself. */
const RESERVED = ['api', 'dev', 'shell', 'remotes', 'socket', 'development', 'production'];
const FIRST_PORT = 3001;

/** @typedef {{ name: string, title: string, port: number, contract: string, folder: string }} Plan */

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of the workspace's remotes. @param {string} root */
const remoteFolders = (root) =>
  readdirSync(root).filter((folder) => folder.startsWith('mf-') && existsSync(join(root, folder, 'remote.json')));

/** Every path of the workspace with its owner. @returns {Map<string, string>} */
function ownedPaths(root) {
  const ofRemotes = remoteFolders(root).flatMap((folder) =>
    readJson(join(root, folder, 'remote.json')).paths.map(({ path }) => [path, folder]),
  );
  return new Map([...readJson(join(root, 'shell/shell.json')).paths.map((path) => [path, 'shell']), ...ofRemotes]);
}

/** The first port that no remote's dev server has. */
function freePortOf(root) {
  const taken = remoteFolders(root).map((folder) => {
    const [, port] = /port: (\d+)/.exec(readFileSync(join(root, folder, 'rspack.config.mjs'), 'utf8')) ?? [];
    return Number(port);
  });
  let port = FIRST_PORT;
  while (taken.includes(port)) port += 1;
  return port;
}

/** `order-history` is "Order History". */
const titleOf = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');

/**
 * What a new remote is to be called, and where it stands.
 *
 * @param {string} root folder of the workspace @param {string | undefined} name as asked
 * @returns {Plan}
 * @throws StartError with what to do, where the name cannot be had
 */
export function planRemote(root, name) {
  if (!name) throw new StartError('Usage: pnpm new-remote <name>, such as "pnpm new-remote reports".');
  if (!NAME.test(name))
    throw new StartError(`"${name}" cannot name a remote: use lower-case letters, digits and single dashes, such as "reports".`);
  if (RESERVED.includes(name)) throw new StartError(`"${name}" is kept for the platform: choose another name.`);
  const folder = join(root, `mf-${name}`);
  if (existsSync(folder)) throw new StartError(`There is a folder mf-${name} already: choose another name, or go on in it.`);
  const owner = ownedPaths(root).get(`/${name}`);
  if (owner) throw new StartError(`The path /${name} belongs to ${owner}: choose another name.`);
  return {
    name,
    title: titleOf(name),
    port: freePortOf(root),
    contract: readJson(join(root, 'shell/shell.json')).contract,
    folder,
  };
}
