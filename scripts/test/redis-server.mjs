import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Time limit of a start (ms). */
const START_TIMEOUT_MS = 60_000;

/** Waits until Redis accepts connections. */
function waitUntilReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`Redis did not start in time: ${output}`)), START_TIMEOUT_MS);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (!output.includes('Ready to accept connections')) return;
      clearTimeout(timer);
      done();
    });
    child.once('error', (error) => fail(new StartError(`Redis cannot be started: ${error.message}`)));
    child.once('close', () => {
      clearTimeout(timer);
      fail(new StartError(`Redis ended at its start: ${output}`));
    });
  });
}

/** Kills Redis, because its data is temporary. */
function killServer(child) {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('close', done);
    child.kill('SIGKILL');
  });
}

/** Builds the arguments of a Redis without persistence. @param {number} port @param {string} folder */
export const redisArguments = (port, folder) =>
  ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'].concat('--port', String(port), '--dir', folder);

/**
 * Starts a Redis without persistence on a free port.
 *
 * @param {import('./redis-programs.mjs').RedisProgram} program
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} its address; `stop` also deletes its files
 */
export async function startRedis({ path, name }) {
  const home = mkdtempSync(join(tmpdir(), 'solvent-redis-'));
  const port = await freePort();
  const child = spawn(path, redisArguments(port, home), { argv0: name, cwd: home, stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = async () => {
    await killServer(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}
