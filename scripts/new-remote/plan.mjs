import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDevPort } from '../dev/dev-port.mjs';
import { StartError } from '../setup/start-error.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_LENGTH = 40;
/** Names that the server or the shell uses itself. */
const RESERVED = [
  'api',
  'dev',
  'metrics',
  'shell',
  'remotes',
  'socket',
  'index',
  'not-found',
  'development',
  'local',
  'production',
];
const USAGE = 'Usage: pnpm new-remote <name>, such as "pnpm new-remote reports".';
const FIRST_DEV_PORT = 3001;

/** @typedef {{ name: string, title: string, port: number, contract: string, folder: string }} Plan */

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} root @returns {string[]} folders of the remotes */
const listRemoteFolders = (root) =>
  readdirSync(root).filter((folder) => folder.startsWith('mf-') && existsSync(join(root, folder, 'remote.json')));

/** Maps each page path to its package. Paths are in lower case, because some disks ignore case. @returns {Map<string, string>} */
function readPathOwners(root) {
  const remotePaths = listRemoteFolders(root).flatMap((folder) =>
    readJson(join(root, folder, 'remote.json')).paths.map(({ path }) => [path, folder]),
  );
  const shellPaths = readJson(join(root, 'shell/shell.json')).paths.map((path) => [path, 'shell']);
  return new Map([...shellPaths, ...remotePaths].map(([path, owner]) => [path.toLowerCase(), owner]));
}

/** @returns {number} the first port that no remote's dev server uses */
function findFreeDevPort(root) {
  const taken = listRemoteFolders(root).map((folder) => getDevPort(join(root, folder)));
  let port = FIRST_DEV_PORT;
  while (taken.includes(port)) port += 1;
  return port;
}

/** Formats `order-history` as "Order History". */
const formatTitle = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');

/** @throws StartError if no workspace may have a remote of this name */
function checkName(name) {
  if (!NAME.test(name))
    throw new StartError(`"${name}" cannot name a remote: use lower-case letters, digits and single dashes, such as "reports".`);
  if (name.length > MAX_LENGTH) throw new StartError(`The name is too long: use at most ${MAX_LENGTH} characters.`);
  if (name.startsWith('mf-')) throw new StartError(`Leave out the "mf-": the folder of "reports" is mf-reports by itself.`);
  if (RESERVED.includes(name)) throw new StartError(`"${name}" is reserved for the platform: choose another name.`);
}

/**
 * Chooses title, port and folder of a new remote.
 *
 * @param {string} root folder of the workspace
 * @param {string[]} args arguments of the command: the name
 * @returns {Plan}
 * @throws StartError with the fix, if the name is not available
 */
export function planRemote(root, args) {
  const [name] = args;
  if (args.length !== 1 || name.startsWith('-')) throw new StartError(USAGE);
  checkName(name);
  const folder = join(root, `mf-${name}`);
  if (existsSync(folder)) throw new StartError(`The folder mf-${name} already exists: choose another name, or continue in it.`);
  const owner = readPathOwners(root).get(`/${name}`);
  if (owner) throw new StartError(`The path /${name} belongs to ${owner}: choose another name.`);
  return {
    name,
    title: formatTitle(name),
    port: findFreeDevPort(root),
    contract: readJson(join(root, 'shell/shell.json')).contract,
    folder,
  };
}
