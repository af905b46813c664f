import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

/** How long a start or a stop may take, in ms. */
const TIMEOUT = 60_000;

/** Settles when it takes connections. */
function whenReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`Redis did not start in time: ${output}`)), TIMEOUT);
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

/** Kills it, since its data is temporary. */
function end(child) {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('close', done);
    child.kill('SIGKILL');
  });
}

/** Arguments of a Redis without persistence. @param {number} port @param {string} folder */
export const redisArguments = (port, folder) =>
  ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'].concat('--port', String(port), '--dir', folder);

/**
 * Starts a Redis of its own on a free port, which keeps nothing.
 *
 * @param {import('./redis-programs.mjs').RedisProgram} program
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} its address; `stop` leaves nothing behind
 */
export async function startRedis({ path, name }) {
  const home = mkdtempSync(join(tmpdir(), 'solvent-redis-'));
  const port = await freePort();
  const child = spawn(path, redisArguments(port, home), { argv0: name, cwd: home, stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = async () => {
    await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await whenReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}
