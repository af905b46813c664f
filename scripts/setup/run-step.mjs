import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './root.mjs';

/** @typedef {{ code: number, output: string, seconds: number }} StepResult */

/** Builds the environment of tools: the workspace's programs are first in PATH, and telemetry is off. */
function buildToolEnv(extra = {}) {
  const { NODE_ENV: _, ...env } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  return { ...env, PATH: path, DO_NOT_TRACK: '1', TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', ...extra };
}

/** Time before the processes of an interrupted step are killed (ms). */
const STOP_TIMEOUT_MS = 10_000;

/** Functions that interrupt running programs, by process. */
const running = new Map();
let isEnding = false;

/** Interrupts all programs of {@link runStep}. */
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

/** Waits until all processes of a group have ended, and kills them after a time limit. */
async function waitForGroupEnd(pid) {
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (signalGroup(pid, 0) && performance.now() < deadline) await delay(50);
  signalGroup(pid, 'SIGKILL');
}

/**
 * Runs a program to its end.
 *
 * @param {string[]} command program and arguments
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] variables in addition to {@link buildToolEnv}
 * @param {boolean} [options.live] prints the output instead of returning it
 * @param {string} [options.cwd] folder to run in
 * @param {boolean} [options.ownGroup] runs the program in a process group. Ctrl+C reaches it only through {@link endSteps}, and all
 *   processes of the group end together
 * @param {number} [options.silence] time without output after which the program is killed (ms)
 * @param {(line: string) => void} [options.onLine] receives each line of the output; not with `live`
 * @returns {Promise<StepResult>}
 */
export function runStep([program, ...args], { env = {}, live = false, cwd = ROOT, ownGroup = false, silence, onLine } = {}) {
  const startedAt = performance.now();
  const detached = ownGroup && process.platform !== 'win32';
  return new Promise((done) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: buildToolEnv(env),
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      detached,
    });
    running.set(child, () => (detached ? signalGroup(child.pid, 'SIGINT') : child.kill('SIGTERM')));
    const kill = () => (detached ? signalGroup(child.pid, 'SIGKILL') : child.kill('SIGKILL'));
    const timer = silence === undefined ? undefined : setTimeout(kill, silence);
    let partialLine = '';
    const add = (chunk) => {
      timer?.refresh();
      output += chunk;
      const lines = `${partialLine}${chunk}`.split('\n');
      partialLine = lines.pop();
      for (const line of lines) onLine?.(line);
    };
    const end = (code, text = '') => {
      clearTimeout(timer);
      running.delete(child);
      done({ code, output: output + text, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.once('error', (error) => end(1, `${program}: ${error.message}\n`));
    child.once('close', async (code) => {
      if (detached && isEnding) await waitForGroupEnd(child.pid);
      end(code ?? 1);
    });
  });
}
