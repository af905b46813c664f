import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDevPort } from '../dev/dev-port.mjs';
import { StartError } from '../setup/start-error.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 40;
/** Names that the server or the shell reserves. */
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
const FIRST_PORT = 3001;

/** @typedef {{ name: string, title: string, port: number, contract: string, folder: string }} Plan */

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of the workspace's remotes. @param {string} root */
const remoteFolders = (root) =>
  readdirSync(root).filter((folder) => folder.startsWith('mf-') && existsSync(join(root, folder, 'remote.json')));

/** Every path of the workspace, in lower case, with its owner, because some disks ignore case. @returns {Map<string, string>} */
function ownedPaths(root) {
  const ofRemotes = remoteFolders(root).flatMap((folder) =>
    readJson(join(root, folder, 'remote.json')).paths.map(({ path }) => [path, folder]),
  );
  const ofShell = readJson(join(root, 'shell/shell.json')).paths.map((path) => [path, 'shell']);
  return new Map([...ofShell, ...ofRemotes].map(([path, owner]) => [path.toLowerCase(), owner]));
}

/** The first port that no remote's dev server has. */
function findFreeDevPort(root) {
  const taken = remoteFolders(root).map((folder) => getDevPort(join(root, folder)));
  let port = FIRST_PORT;
  while (taken.includes(port)) port += 1;
  return port;
}

/** `order-history` is "Order History". */
const formatTitle = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');

/** @throws StartError where it cannot name a remote anywhere */
function checkName(name) {
  if (!NAME.test(name))
    throw new StartError(`"${name}" cannot name a remote: use lower-case letters, digits and single dashes, such as "reports".`);
  if (name.length > LONGEST) throw new StartError(`The name is too long: ${LONGEST} letters are the most.`);
  if (name.startsWith('mf-')) throw new StartError(`Leave out the "mf-": the folder of "reports" is mf-reports by itself.`);
  if (RESERVED.includes(name)) throw new StartError(`"${name}" is kept for the platform: choose another name.`);
}

/**
 * Name and location of a new remote.
 *
 * @param {string} root folder of the workspace
 * @param {string[]} args of the command: its name
 * @returns {Plan}
 * @throws StartError with what to do, if the name is not available
 */
export function planRemote(root, args) {
  const [name] = args;
  if (args.length !== 1 || name.startsWith('-')) throw new StartError(USAGE);
  checkName(name);
  const folder = join(root, `mf-${name}`);
  if (existsSync(folder)) throw new StartError(`There is a folder mf-${name} already: choose another name, or go on in it.`);
  const owner = ownedPaths(root).get(`/${name}`);
  if (owner) throw new StartError(`The path /${name} belongs to ${owner}: choose another name.`);
  return {
    name,
    title: formatTitle(name),
    port: findFreeDevPort(root),
    contract: readJson(join(root, 'shell/shell.json')).contract,
    folder,
  };
}
