import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

/**
 * What the scripts must know of the settings; the API reads and checks them all (`.env.example` describes each).
 *
 * @typedef {{ port: number, identityPort: number, host: string, dataDir: string, isDemo: boolean }} Settings
 */

/** Reads `.env`, where there is one. What the environment says already wins. */
export function loadEnvFile() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @param {NodeJS.ProcessEnv} env @returns {Settings} */
export function readSettings(env) {
  const host = env.HOST || '127.0.0.1';
  return {
    port: portOf(env, 'PORT', 3000),
    identityPort: portOf(env, 'IDENTITY_PORT', 9099),
    host: ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host,
    dataDir: resolve(ROOT, env.DATA_DIR || '.data'),
    isDemo: (env.SEED || 'demo') === 'demo',
  };
}

function portOf(env, name, fallback) {
  const text = env[name] || String(fallback);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartError(
    `Wrong settings: ${name} must be a whole number from 1 to 65535. Correct the environment and start again.`,
  );
}

/** @param {number} port @param {string} host @param {string} name the variable that sets it */
export async function requireFreePort(port, host, name) {
  if (!(await isFree(port, host))) {
    throw new StartError(`Port ${port} is in use: stop the program that has it, or set ${name} to another one.`);
  }
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
function isFree(port, host) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : fail(unusable(error, port, host))));
    server.listen({ port, host }, () => server.close(() => done(true)));
  });
}

function unusable(error, port, host) {
  if (error.code === 'EACCES') return new StartError(`Port ${port} is not allowed for this user: set PORT to one above 1023.`);
  return new StartError(`HOST ${host} is no address of this machine: correct it, or leave it out.`);
}

/** A port that nobody has at this moment. @returns {Promise<number>} */
export function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Node's own recursive mkdir never returns where a parent is there but cannot hold folders, such as /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Makes the data folder and refuses one that cannot be written. @param {string} folder */
export function requireWritable(folder) {
  try {
    makeFolder(folder);
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
  } catch {
    throw new StartError(`The data folder ${folder} cannot be written: correct its permissions, or set DATA_DIR to another one.`);
  }
}
