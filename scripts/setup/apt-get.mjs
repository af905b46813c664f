import { setTimeout as wait } from 'node:timers/promises';
import { runStep } from './run-step.mjs';

/** Its output while another process installs something: a concurrent step, or the system itself. */
const IS_BUSY = /Could not get lock|Unable to (?:acquire|lock) /;
/** Number of retries, and their interval (ms). */
const TRIES = 150;
const PAUSE = 2000;

/**
 * Runs apt-get as the administrator, by sudo without a password; waits for other processes that use it.
 *
 * @param {string[]} args
 * @returns {Promise<import('./run-step.mjs').StepResult>}
 */
export async function aptGet(...args) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (let left = TRIES; ; left -= 1) {
    const result = await runStep([...asRoot, 'apt-get', ...args], { env: { LC_ALL: 'C' } });
    if (left === 0 || result.code === 0 || !IS_BUSY.test(result.output)) return result;
    await wait(PAUSE);
  }
}
