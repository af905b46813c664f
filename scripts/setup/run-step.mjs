import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './root.mjs';

/**
 * @typedef {{ code: number, output: string, seconds: number }} StepResult
 */

/** Environment of tools: the workspace's own programs come first, and telemetry is off. */
function toolEnv(extra = {}) {
  const { NODE_ENV: _, ...env } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  return { ...env, PATH: path, DO_NOT_TRACK: '1', TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', ...extra };
}

/** How long the processes of an interrupted step have to end (ms). */
const PATIENCE = 10_000;

/** Every program that is running, and how to interrupt it, so that an interrupted script leaves none behind. */
const running = new Map();
let isEnding = false;

/** Ends what {@link runStep} has started. */
export function endSteps() {
  isEnding = true;
  for (const interrupt of running.values()) interrupt();
}

/** Sends a signal to a process group. @returns {boolean} whether the group has a process */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Waits until no process of a group is left; kills those that do not end. */
async function groupEnded(pid) {
  const deadline = performance.now() + PATIENCE;
  while (signalGroup(pid, 0) && performance.now() < deadline) await delay(50);
  signalGroup(pid, 'SIGKILL');
}

/**
 * Runs a program to its end.
 *
 * @param {string[]} command program and arguments
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] variables besides {@link toolEnv}'s
 * @param {boolean} [options.live] shows the output at once instead of keeping it
 * @param {string} [options.cwd] folder to run in
 * @param {boolean} [options.ownGroup] the program gets a process group: Ctrl+C reaches it through {@link endSteps} alone, once,
 *   and what the program itself has started ends with it
 * @param {number} [options.silence] how long the program may print nothing before it is killed (ms)
 * @param {(line: string) => void} [options.onLine] receives each line of the output as it is printed; not with `live`
 * @returns {Promise<StepResult>}
 */
export function runStep([program, ...args], { env = {}, live = false, cwd = ROOT, ownGroup = false, silence, onLine } = {}) {
  const begun = performance.now();
  const detached = ownGroup && process.platform !== 'win32';
  return new Promise((done) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: toolEnv(env),
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      detached,
    });
    running.set(child, () => (detached ? signalGroup(child.pid, 'SIGINT') : child.kill('SIGTERM')));
    const kill = () => (detached ? signalGroup(child.pid, 'SIGKILL') : child.kill('SIGKILL'));
    const timer = silence === undefined ? undefined : setTimeout(kill, silence);
    let lineBegun = '';
    const add = (chunk) => {
      timer?.refresh();
      output += chunk;
      const lines = `${lineBegun}${chunk}`.split('\n');
      lineBegun = lines.pop();
      for (const line of lines) onLine?.(line);
    };
    const end = (code, text = '') => {
      clearTimeout(timer);
      running.delete(child);
      done({ code, output: output + text, seconds: (performance.now() - begun) / 1000 });
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.once('error', (error) => end(1, `${program}: ${error.message}\n`));
    child.once('close', async (code) => {
      if (detached && isEnding) await groupEnded(child.pid);
      end(code ?? 1);
    });
  });
}
