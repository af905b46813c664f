import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

const CACHE = '.turbo/cache';

/** What a step stands on besides the sources and the lockfile: another Node or another browser may see what this one does not. */
export function machineOf(browsers) {
  const versions = browsers.filter(Boolean).flatMap((path) => [path, statSync(path).mtimeMs]);
  return [process.version, process.platform, process.arch, ...versions].join(' ');
}

/** A root script as turbo knows it (turbo.json). */
const taskOf = (script) => `//#${script}`;

/**
 * The command that runs a script of package.json and keeps that it passed; a failure is never kept.
 *
 * @param {string} script
 */
export const keepingCommand = (script) => [
  'turbo',
  'run',
  taskOf(script),
  // Whether it passed before has been asked already.
  '--force',
  '--env-mode=loose',
  '--ui=stream',
  '--log-prefix=none',
  '--output-logs=full',
];

/**
 * Asks turbo what has passed on these very sources: every file that git would take, the lockfile, and the variables that
 * turbo.json names.
 *
 * @param {string[]} scripts of package.json @param {Record<string, string>} env what the steps are given
 * @param {string} [root] of the workspace
 * @returns {Promise<Map<string, { hash: string, passed: boolean }>>} by script
 */
export async function keptPasses(scripts, env, root = ROOT) {
  const { code, output } = await runStep(['turbo', 'run', ...scripts.map(taskOf), '--env-mode=loose', '--dry=json'], {
    env,
    cwd: root,
  });
  if (code !== 0) throw new StartError(`${output}\nturbo could not read the steps: see above.`);
  const { tasks } = JSON.parse(output.slice(output.indexOf('{')));
  return new Map(tasks.map(({ task, hash, cache }) => [task, { hash, passed: cache.status === 'HIT' }]));
}

/**
 * The scripts whose sources were changed while they ran: what passed was kept for sources that it may never have seen.
 *
 * @param {Awaited<ReturnType<typeof keptPasses>>} before as it was when the steps began
 * @param {Awaited<ReturnType<typeof keptPasses>>} after as it is now
 */
export const changedSince = (before, after) =>
  [...before].filter(([script, { hash }]) => after.get(script)?.hash !== hash).map(([script]) => script);

/**
 * Forgets that scripts passed.
 *
 * @param {Awaited<ReturnType<typeof keptPasses>>} kept as it was when the steps began
 * @param {string[]} scripts
 * @param {string} [root] of the workspace
 */
export async function forgetPasses(kept, scripts, root = ROOT) {
  const hashes = scripts.flatMap((script) => kept.get(script)?.hash ?? []);
  const files = hashes.flatMap((hash) => [`${hash}.tar.zst`, `${hash}-meta.json`, `${hash}-manifest.json`]);
  await Promise.all(files.map((file) => rm(join(root, CACHE, file), { force: true })));
}
