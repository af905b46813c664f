import { resolve } from 'node:path';
import { networkProblem } from '../../shared/setup/own-machine.mjs';
import { isFree } from '../../shared/setup/ports.mjs';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

/**
 * The settings that scripts use. The API checks all settings (`.env.example` describes them).
 *
 * @typedef {{ port: number, identityPort: number, host: string, dataDir: string, isDemo: boolean }} Settings
 */

/**
 * Refuses production, and access from other machines unless a setting allows it, because these commands start an identity emulator
 * that accepts every sign-in, and make the local build live.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} command such as `npm start`
 */
export function requireLocal(env, command) {
  const problem = networkProblem(env);
  if (problem) throw new StartError(problem);
  if (env.NODE_ENV !== 'production') return;
  throw new StartError(
    `NODE_ENV is production, and "${command}" is only for local use: unset NODE_ENV, or start production with "pnpm build", "pnpm delivery deploy" and "node api/dist/main.js".`,
  );
}

const DEFAULT_PORT = 3000;
const DEFAULT_IDENTITY_PORT = 9099;

/** @param {NodeJS.ProcessEnv} env @returns {Settings} */
export function readSettings(env) {
  const host = env.HOST || '127.0.0.1';
  return {
    port: parsePort(env, 'PORT', DEFAULT_PORT),
    identityPort: parsePort(env, 'IDENTITY_PORT', DEFAULT_IDENTITY_PORT),
    host: ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host,
    dataDir: resolve(ROOT, env.DATA_DIR || '.data'),
    isDemo: (env.SEED || 'demo') === 'demo',
  };
}

function parsePort(env, name, fallback) {
  const text = env[name] || String(fallback);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartError(
    `Wrong settings: ${name} must be a whole number from 1 to 65535. Correct the environment and start again.`,
  );
}

/** Distance between the default ports of two copies of the product, which leaves room for dev servers from port 3001. */
const PORTS_PER_COPY = 100;

/** @param {number} number of the copy: 2 is the first one after the default */
function getCopySettings(number) {
  const [port, identityPort] = [DEFAULT_PORT, DEFAULT_IDENTITY_PORT].map((first) => first + PORTS_PER_COPY * (number - 1));
  return { port, identityPort, text: `PORT=${port} IDENTITY_PORT=${identityPort} DATA_DIR=.data-${number}` };
}

/** Settings of a second copy, as README.md shows them. */
export const SECOND_COPY = getCopySettings(2).text;

/**
 * Finds settings for another copy of the product whose ports are free.
 *
 * @param {string} host @returns {Promise<string>} such as {@link SECOND_COPY}
 */
async function findFreeCopy(host, number = 2) {
  const { port, identityPort, text } = getCopySettings(number);
  return (await isFree(port, host)) && (await isFree(identityPort, '127.0.0.1')) ? text : findFreeCopy(host, number + 1);
}

/**
 * Refuses ports that are in use, with a command that starts this copy of the product on other ports.
 *
 * @param {Settings} settings @param {string} command such as `npm start`
 */
export async function requireFreePorts({ port, identityPort, host }, command) {
  const free = await Promise.all([isFree(port, host), isFree(identityPort, '127.0.0.1')]);
  const taken = [port, identityPort].filter((_port, index) => !free[index]);
  if (taken.length === 0) return;
  const ports = taken.length > 1 ? `Ports ${taken.join(' and ')} are` : `Port ${taken[0]} is`;
  throw new StartError(
    `${ports} in use: stop the program that has ${taken.length > 1 ? 'them' : 'it'}, or run this copy beside it:\n\n  ${await findFreeCopy(host)} ${command}`,
  );
}

/**
 * First port for {@link freePort}. The system assigns higher ports to connections, so these stay free until a test uses them. Other
 * ranges: scripts/cluster/ports.mjs, api/src/testing/server-process.ts.
 */
const FIRST_PORT = 10_000;
const PORT_COUNT = 4000;
/** Ports that {@link freePort} has returned. */
const usedPorts = new Set();

/** @returns {Promise<number>} a free port, another one at each call */
export async function freePort() {
  const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
  if (usedPorts.has(port) || !(await isFree(port, '127.0.0.1'))) return freePort();
  usedPorts.add(port);
  return port;
}
