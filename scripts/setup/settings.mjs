import { resolve } from 'node:path';
import { networkProblem } from '../../shared/setup/own-machine.mjs';
import { isFree } from '../../shared/setup/ports.mjs';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

/**
 * The settings that scripts need; the API reads and checks them all (`.env.example` describes each).
 *
 * @typedef {{ port: number, identityPort: number, host: string, dataDir: string, isDemo: boolean }} Settings
 */

/**
 * Refuses production, and access by other machines unless a setting allows it: these commands start an identity emulator
 * that trusts everyone, and make the local build live.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} command such as `npm start`
 */
export function requireLocal(env, command) {
  const problem = networkProblem(env);
  if (problem) throw new StartError(problem);
  if (env.NODE_ENV !== 'production') return;
  throw new StartError(
    `NODE_ENV is production, and "${command}" is the start on one's own machine: leave NODE_ENV out for that, or start production with "pnpm build", "pnpm delivery deploy" and "node api/dist/main.js".`,
  );
}

/** Default port of the product. */
const PORT = 3000;
const IDENTITY_PORT = 9099;

/** @param {NodeJS.ProcessEnv} env @returns {Settings} */
export function readSettings(env) {
  const host = env.HOST || '127.0.0.1';
  return {
    port: parsePort(env, 'PORT', PORT),
    identityPort: parsePort(env, 'IDENTITY_PORT', IDENTITY_PORT),
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

/** Offset of the default ports between copies of the product: between them are the ports of the dev servers, from 3001 on. */
const COPY_STEP = 100;

/** @param {number} number such as 2, the first copy beside the default one */
function getCopyPort(number) {
  const [port, identityPort] = [PORT, IDENTITY_PORT].map((first) => first + COPY_STEP * (number - 1));
  return { port, identityPort, text: `PORT=${port} IDENTITY_PORT=${identityPort} DATA_DIR=.data-${number}` };
}

/** Settings of the first copy beside the default one, as README.md shows them. */
export const SECOND_COPY = getCopyPort(2).text;

/**
 * Finds settings for another copy of the product beside running ones.
 *
 * @param {string} host @returns {Promise<string>} such as {@link SECOND_COPY}
 */
async function freeCopy(host, number = 2) {
  const { port, identityPort, text } = getCopyPort(number);
  return (await isFree(port, host)) && (await isFree(identityPort, '127.0.0.1')) ? text : freeCopy(host, number + 1);
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
    `${ports} in use: stop the program that has ${taken.length > 1 ? 'them' : 'it'}, or run this copy beside it:\n\n  ${await freeCopy(host)} ${command}`,
  );
}

/**
 * Ports that no system assigns to connections or as free ports, because up to an hour may pass before one is used. The
 * cluster uses those above them (scripts/cluster/ports.mjs), and each worker of the API's tests a thousand above these
 * (api/src/testing/server-process.ts).
 */
const FIRST_PORT = 10_000;
const PORTS = 4000;
/** Those that this process was given. */
const given = new Set();

/** A port that is free now, another one each time. @returns {Promise<number>} */
export async function freePort() {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  if (given.has(port) || !(await isFree(port, '127.0.0.1'))) return freePort();
  given.add(port);
  return port;
}
