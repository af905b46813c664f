import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

/**
 * @typedef {{ code: number, output: string, seconds: number }} StepResult
 */

/** The environment of tools: the workspace's own programs come first, and nobody is told about this machine. */
function toolEnv(extra = {}) {
  const { NODE_ENV: _, ...env } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  return { ...env, PATH: path, DO_NOT_TRACK: '1', TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', ...extra };
}

/** Every program that is running, so that an interrupted script leaves none behind. */
const running = new Set();

/** Ends what {@link runStep} has started. */
export function endSteps() {
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Runs a program to its end.
 *
 * @param {string[]} command program and arguments
 * @param {{ env?: Record<string, string>, live?: boolean, cwd?: string }} [options] variables besides {@link toolEnv}'s; `live`
 *   shows the output at once instead of keeping it; folder to run in
 * @returns {Promise<StepResult>}
 */
export function runStep([program, ...args], { env = {}, live = false, cwd = ROOT } = {}) {
  const begun = performance.now();
  return new Promise((done) => {
    let output = '';
    const child = spawn(program, args, { cwd, env: toolEnv(env), stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const end = (code, text = '') => {
      running.delete(child);
      done({ code, output: output + text, seconds: (performance.now() - begun) / 1000 });
    };
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => end(1, `${program}: ${error.message}\n`));
    child.once('close', (code) => end(code ?? 1));
  });
}
