import { setTimeout as wait } from 'node:timers/promises';
import { runStep } from './run-step.mjs';

/** Matches apt-get's output while another process holds its lock: a concurrent step, or the system. */
const LOCK_ERROR = /Could not get lock|Unable to (?:acquire|lock) /;
const MAX_RETRIES = 150;
const RETRY_DELAY_MS = 2000;

/**
 * Runs apt-get as root, with sudo if necessary; sudo must not require a password. Waits while another process holds its lock.
 *
 * @param {string[]} args
 * @returns {Promise<import('./run-step.mjs').StepResult>}
 */
export async function aptGet(...args) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft -= 1) {
    const result = await runStep([...sudo, 'apt-get', ...args], { env: { LC_ALL: 'C' } });
    if (retriesLeft === 0 || result.code === 0 || !LOCK_ERROR.test(result.output)) return result;
    await wait(RETRY_DELAY_MS);
  }
}
